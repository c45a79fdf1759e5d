import { PassThrough } from 'node:stream';
import { type Response } from 'express';
import { expect, test } from '@jest/globals';
import { disconnectSignal } from './when-closed.js';

test('a client that leaves aborts the signal', async () => {
  const response = new PassThrough();
  const signal = disconnectSignal(response as unknown as Response);
  expect(signal.aborted).toBe(false);
  response.destroy();
  await new Promise((resolve) => response.once('close', resolve));
  expect(signal.aborted).toBe(true);
});

test('the signal is aborted from the beginning if the client has left before', async () => {
  const response = new PassThrough().destroy();
  await new Promise((resolve) => response.once('close', resolve));
  expect(disconnectSignal(response as unknown as Response).aborted).toBe(true);
});
