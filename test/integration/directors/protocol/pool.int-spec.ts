import { describe, expect, it } from '@jest/globals';
import { answerWith, ConsolePeer } from '../../../harness/fakes/console-peer.js';
import { type PeerSession } from '../../../harness/fakes/peer-session.js';
import { until } from '../../../harness/fixtures/until.js';
import { failureOf, settingsFor, wireFixture } from '../../../harness/fixtures/protocol-fixture.js';
import { ConnectionPool } from '../../../../src/directors/protocol/connection-pool.js';

const fixture = wireFixture();
const limit = { limitMs: 30_000 };

/** A Director that answers `version` at once and holds everything else until it is told. */
async function holdingPeer() {
  const held: PeerSession[] = [];
  const peer = await fixture.peer({
    onCommand: (text, session) => {
      if (text === 'version') answerWith('15.0.3\n')(text, session);
      else held.push(session);
    },
  });
  const answerAll = () => {
    for (const session of held.splice(0)) answerWith('done\n')('', session);
  };
  return { peer, held, answerAll };
}

describe('the pool', () => {
  it('uses one connection again for one caller after the other', async () => {
    const peer = await fixture.peer();
    const pool = fixture.pool(peer);
    for (let count = 0; count < 5; count += 1) await pool.command('version', limit);
    expect(peer.logIns).toBe(1);
    expect(pool.state).toMatchObject({
      open: 1,
      busy: 0,
      waiting: 0,
      failure: null,
      retryInMs: null,
      needsCredentials: false,
    });
  });

  it('never opens more than three quick connections and a slow one for fifty callers', async () => {
    const { peer, held, answerAll } = await holdingPeer();
    const pool = fixture.pool(peer, { mostWaiting: 100 });
    const answers = Array.from({ length: 50 }, (_, at) =>
      pool.command(at % 5 === 0 ? 'status' : 'list', { ...limit, lane: at % 5 === 0 ? 'slow' : 'quick' }),
    );
    await until(() => held.length === 4);
    expect(pool.state).toMatchObject({ open: 4, busy: 4, waiting: 46 });
    while (pool.state.busy > 0) {
      answerAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set((await Promise.all(answers)).map((reply) => reply.text))).toEqual(new Set(['done\n']));
    expect(peer.logIns).toBe(4);
  });

  it('answers quick commands while the slow lane hangs on a dead client', async () => {
    const { peer, held } = await holdingPeer();
    const pool = fixture.pool(peer);
    const giveUp = new AbortController();
    const slow = [1, 2, 3].map(() =>
      failureOf(pool.command('status client=dead', { ...limit, lane: 'slow', signal: giveUp.signal })),
    );
    await until(() => held.length === 1);
    expect((await pool.command('version', limit)).text).toBe('15.0.3\n');
    giveUp.abort();
    expect((await Promise.all(slow)).map((failure) => failure.stage)).toEqual(['aborted', 'aborted', 'aborted']);
  });

  it('serves callers in the order in which they came', async () => {
    const { peer, answerAll } = await holdingPeer();
    const pool = fixture.pool(peer, { quickConnections: 1 });
    const served: number[] = [];
    const all = Promise.all([1, 2, 3].map(async (at) => (await pool.command('list', limit), served.push(at))));
    await until(() => (answerAll(), served.length === 3));
    await all;
    expect(served).toEqual([1, 2, 3]);
  });

  it('refuses callers beyond those who may wait, at once and without sending anything', async () => {
    const { peer, answerAll, held } = await holdingPeer();
    const pool = fixture.pool(peer, { quickConnections: 1, mostWaiting: 2 });
    const answers = [pool.command('list', limit)];
    await until(() => held.length === 1);
    answers.push(pool.command('list', limit), pool.command('list', limit));
    const failure = await failureOf(pool.command('list', limit));
    expect(failure).toMatchObject({
      stage: 'queue',
      outcomeUnknown: false,
      message: expect.stringMatching(/2 callers waiting/),
    });
    let done = false;
    void Promise.all(answers).then(() => (done = true));
    await until(() => (answerAll(), done));
  });

  it('frees the place of a caller who gives up: waiting, or with a command in flight', async () => {
    const { peer, held } = await holdingPeer();
    const pool = fixture.pool(peer, { quickConnections: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const inFlight = failureOf(pool.command('list', { ...limit, signal: first.signal }));
    await until(() => held.length === 1);
    const waiting = failureOf(pool.command('list', { ...limit, signal: second.signal }));
    const third = pool.command('version', limit);
    second.abort();
    expect(await waiting).toMatchObject({ stage: 'aborted', outcomeUnknown: false });
    first.abort();
    expect(await inFlight).toMatchObject({ stage: 'aborted', outcomeUnknown: true });
    expect((await third).text).toBe('15.0.3\n');
    expect(pool.state).toMatchObject({ open: 1, waiting: 0 });
  });

  it('counts waiting for a connection into the limit of a command', async () => {
    const { peer, held, answerAll } = await holdingPeer();
    const pool = fixture.pool(peer, { quickConnections: 1 });
    const first = pool.command('list', limit);
    await until(() => held.length === 1);
    const failure = await failureOf(pool.command('version', { limitMs: 50 }));
    expect(failure).toMatchObject({ stage: 'queue', outcomeUnknown: false });
    answerAll();
    await first;
  });

  it('tells a Director that lets nobody in from a queue', async () => {
    const peer = await fixture.peer({ onHello: () => undefined });
    const failure = await failureOf(fixture.pool(peer).command('version', { limitMs: 50 }));
    expect(failure).toMatchObject({ stage: 'timeout', outcomeUnknown: false });
    expect(failure.message).toMatch(/did not accept the login within 0.05 s/);
  });

  it('replaces a connection that broke', async () => {
    const peer = await fixture.peer();
    const pool = fixture.pool(peer);
    await pool.command('version', limit);
    peer.sessions[0]?.cut();
    await until(() => pool.state.open === 0);
    await pool.command('version', limit);
    expect(peer.logIns).toBe(2);
  });

  it('gives the places of idle connections back', async () => {
    const peer = await fixture.peer();
    const pool = fixture.pool(peer, { idleMs: 30 });
    await pool.command('version', limit);
    await until(() => pool.state.open === 0 && peer.openSessions === 0);
    expect(peer.sessions[0]?.signals).toEqual([-4]);
  });

  it('lends one connection for several commands in a row', async () => {
    const peer = await fixture.peer();
    const pool = fixture.pool(peer);
    const texts = await pool.use({ lane: 'quick', ...limit }, async (connection, remainingMs) => {
      const first = await connection.command('version', { limitMs: remainingMs() });
      const second = await connection.command('list', { limitMs: remainingMs() });
      return [first.text, second.text];
    });
    expect(texts).toEqual(['fine\n', 'fine\n']);
    expect(peer.logIns).toBe(1);
  });
});

describe('a Director that is down', () => {
  it('is told to callers at once during a pause, and found again by the first caller after it', async () => {
    const clock = { ms: 0 };
    const peer = await fixture.peer({ onHello: (session) => session.cut() });
    const pool = fixture.pool(peer, { timing: { now: () => clock.ms, random: () => 1 } });
    expect((await failureOf(pool.command('version', limit))).stage).toBe('greeting');
    expect(pool.state).toMatchObject({ open: 0, retryInMs: 500, needsCredentials: false });
    const tries = peer.sessions.length;
    const during = await Promise.all(Array.from({ length: 20 }, () => failureOf(pool.command('version', limit))));
    expect(new Set(during)).toEqual(new Set([pool.state.failure]));
    expect(peer.sessions).toHaveLength(tries);
    clock.ms = 500;
    expect((await failureOf(pool.command('version', limit))).stage).toBe('greeting');
    expect(pool.state.retryInMs).toBe(1_000);
    peer.script = { ...peer.script, onHello: null };
    clock.ms = 1_500;
    expect((await pool.command('version', limit)).text).toBe('fine\n');
    expect(pool.state.failure).toBeNull();
  });

  it('and restarts is used again', async () => {
    const first = await ConsolePeer.start();
    const clock = { ms: 0 };
    const pool = fixture.pool(first, { timing: { now: () => clock.ms } });
    await pool.command('version', limit);
    await first.close();
    await until(() => pool.state.open === 0);
    expect((await failureOf(pool.command('version', limit))).stage).toBe('connect');
    fixture.keep(await ConsolePeer.start({}, first.port));
    clock.ms = 30_000;
    expect((await pool.command('version', limit)).text).toBe('fine\n');
  });

  it('at its limit of consoles is served by the connections that we have', async () => {
    const { peer, held, answerAll } = await holdingPeer();
    const pool = fixture.pool(peer, { limits: { greetingMs: 2_000 } });
    const first = pool.command('list', limit);
    await until(() => held.length === 1);
    peer.script = { ...peer.script, onHello: () => undefined };
    const second = pool.command('version', limit);
    await until(() => pool.state.failure?.stage === 'greeting');
    answerAll();
    expect([(await first).text, (await second).text]).toEqual(['done\n', '15.0.3\n']);
  });
});

describe('a Director that leaves the hello unanswered', () => {
  const silent = () => fixture.peer({ onHello: () => undefined });

  it('is told to callers after the limit and at once from then on, while one hello stays standing', async () => {
    const peer = await silent();
    const pool = fixture.pool(peer, { limits: { greetingMs: 50 } });
    const both = [pool.command('version', limit), pool.command('version', { ...limit, lane: 'slow' })].map(failureOf);
    expect((await Promise.all(both)).map((failure) => failure.stage)).toEqual(['greeting', 'greeting']);
    expect((await failureOf(pool.command('version', limit))).message).toMatch(/console limit is reached/);
    expect([peer.sessions.length, peer.openSessions]).toEqual([1, 1]);
  });

  it('serves us as soon as it has a place, without another try', async () => {
    const peer = await silent();
    const pool = fixture.pool(peer, { limits: { greetingMs: 50 } });
    await failureOf(pool.command('version', limit));
    peer.script = { ...peer.script, onHello: null };
    peer.serveLate();
    await until(() => pool.state.failure === null);
    expect((await pool.command('version', limit)).text).toBe('fine\n');
    expect(peer.sessions).toHaveLength(1);
  });

  it('is left at the end of our patience', async () => {
    const peer = await silent();
    const pool = fixture.pool(peer, { limits: { greetingMs: 30, patienceMs: 60 } });
    await failureOf(pool.command('version', limit));
    await until(() => peer.openSessions === 0);
    await until(() => (pool.state.retryInMs ?? 0) > 0);
  });
});

describe('refused credentials', () => {
  it('are not tried again until somebody says so', async () => {
    const clock = { ms: 0 };
    const peer = await fixture.peer({ consoles: { '*UserAgent*': 'changed' } });
    const pool = fixture.pool(peer, { timing: { now: () => clock.ms } });
    expect((await failureOf(pool.command('version', limit))).stage).toBe('credentials');
    expect(pool.state).toMatchObject({ needsCredentials: true, retryInMs: 600_000 });
    clock.ms = 599_999;
    await failureOf(pool.command('version', limit));
    expect(peer.sessions).toHaveLength(1);
    peer.script = { ...peer.script, consoles: { '*UserAgent*': 'secret' } };
    pool.retryNow();
    expect((await pool.command('version', limit)).text).toBe('fine\n');
    expect(pool.state.needsCredentials).toBe(false);
  });

  it('are tried once by callers who come together', async () => {
    const peer = await fixture.peer({ consoles: {} });
    const pool = fixture.pool(peer);
    const failures = await Promise.all(Array.from({ length: 30 }, () => failureOf(pool.command('version', limit))));
    expect(new Set(failures.map((failure) => failure.stage))).toEqual(new Set(['credentials']));
    expect(peer.sessions).toHaveLength(1);
  });
});

describe('closing the pool', () => {
  it('ends commands in flight, callers who wait and connections that are being opened', async () => {
    const { peer, held } = await holdingPeer();
    const pool = fixture.pool(peer, { quickConnections: 1 });
    const inFlight = failureOf(pool.command('list', limit));
    await until(() => held.length === 1);
    const waiting = failureOf(pool.command('list', limit));
    peer.script = { ...peer.script, onHello: () => undefined };
    const opening = failureOf(pool.command('list', { ...limit, lane: 'slow' }));
    await until(() => peer.sessions.length === 2);
    void pool.close();
    expect(await inFlight).toMatchObject({ stage: 'aborted', outcomeUnknown: true });
    expect(await waiting).toMatchObject({ stage: 'aborted', outcomeUnknown: false });
    expect(await opening).toMatchObject({ stage: 'aborted', outcomeUnknown: false });
    await until(() => peer.openSessions === 0);
    expect((await failureOf(pool.command('version', limit))).stage).toBe('aborted');
  });

  it('does nothing to a pool that was never used', async () => {
    const peer = await fixture.peer();
    void new ConnectionPool(settingsFor(peer), { mode: () => null }).close();
    expect(peer.sessions).toHaveLength(0);
  });
});
