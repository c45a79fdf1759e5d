import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { type StrengthRequest } from './password-strength.js';

// The work grows with both (docs/decisions/0037). What follows the first 64 characters does not make a password weaker.
const bounds = { maxLength: 64, l33tMaxSubstitutions: 5 };

const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs, ...bounds });

parentPort?.on('message', ({ password, ownWords }: StrengthRequest) => {
  parentPort?.postMessage(estimator.check(password, [...ownWords]).score);
});
