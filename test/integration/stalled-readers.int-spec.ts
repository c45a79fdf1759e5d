import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import { endStalledReaders } from '../../src/bootstrap/http-app.js';
import { until } from '../harness/fixtures/until.js';

test('a client that does not read its answer loses its connection, one that reads slowly does not', async () => {
  const bytes = 32 * 2 ** 20;
  const app = express();
  // Longer than a busy machine may stop the process that both sides share; the slow reader takes longer than this in all.
  app.use(endStalledReaders(2_000));
  app.get('/', (_, response) => void response.end(Buffer.alloc(bytes)));
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket;
  };
  const deaf = open();
  deaf.pause();
  const slow = open();
  let received = 0;
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 5);
  });
  await once(slow, 'close');
  expect(received).toBeGreaterThan(bytes);
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await until(async () => (await connections()) === 0);
  deaf.destroy();
  server.close();
});
