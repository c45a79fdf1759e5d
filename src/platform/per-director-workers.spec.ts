import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { advisoryLocks } from '../database/advisory-locks.js';
import { DirectorRegistry } from '../domain/director-registry.js';
import { type DirectorEntry } from '../domain/directors.port.js';
import { PerDirectorWorkers } from './per-director-workers.js';

const lock = advisoryLocks.runSync;

interface FakeWorker {
  readonly name: string;
  readonly isMyTurn: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

let directors: DirectorRegistry;
let workers: PerDirectorWorkers<FakeWorker>;
let calls: string[];
let stopping: Promise<void>;

function entry(name: string): DirectorEntry {
  return { name, kind: 'fake', origin: 'stored', settings: null, director: {}, catalog: {} } as DirectorEntry;
}

function names(): readonly string[] {
  return workers.all().map(({ name }) => name);
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

beforeEach(() => {
  calls = [];
  stopping = Promise.resolve();
  directors = new DirectorRegistry([entry('one')]);
  const session = {
    tryLock: (kind: number, name: string) => Promise.resolve(calls.push(`lock ${kind} ${name}`) > 0),
    unlock: (kind: number, name: string) => Promise.resolve(void calls.push(`unlock ${kind} ${name}`)),
  };
  workers = new PerDirectorWorkers(directors, session, lock, ({ name }, isMyTurn) => {
    const stop = (): Promise<void> => Promise.resolve(void calls.push(`stop ${name}`)).then(() => stopping);
    return { name, isMyTurn, stop };
  });
  workers.start();
});
afterEach(() => {
  jest.useRealTimers();
});

test('each Director has one worker, also one that is added later', () => {
  const [first] = workers.all();
  directors.put(entry('two'));
  directors.chooseDefault('two');
  expect(names()).toEqual(['one', 'two']);
  expect(workers.all()[0]).toBe(first);
  expect(workers.of('two').map(({ name }) => name)).toEqual(['two']);
});

test('a worker checks whether its Director is assigned to it', async () => {
  await workers.all()[0]?.isMyTurn();
  expect(calls).toEqual([`lock ${lock} one`]);
});

test('the worker of a removed Director is stopped, and gives its turn back only then', async () => {
  let finish: () => void = () => undefined;
  stopping = new Promise((resolve) => (finish = resolve));
  directors.remove('one');
  await settled();
  expect(calls).toEqual(['stop one']);
  finish();
  await settled();
  expect(calls).toEqual(['stop one', `unlock ${lock} one`]);
  expect(names()).toEqual([]);
});

test('a Director that is replaced gets a new worker, and keeps its turn', async () => {
  const [before] = workers.all();
  directors.put(entry('one'));
  await settled();
  expect(calls).toEqual(['stop one']);
  expect(workers.of('one')).toHaveLength(1);
  expect(workers.of('one')).not.toContain(before);
});

test('nothing is started after the stop', async () => {
  await workers.stop();
  directors.put(entry('two'));
  expect([calls, names()]).toEqual([['stop one'], []]);
});

test('a worker that hangs delays the stop by two seconds', async () => {
  jest.useFakeTimers();
  stopping = new Promise(() => undefined);
  let isStopped = false;
  const stop = workers.stop().then(() => (isStopped = true));
  jest.advanceTimersByTime(1_999);
  await settled();
  expect(isStopped).toBe(false);
  jest.advanceTimersByTime(1);
  await stop;
  expect(isStopped).toBe(true);
});
