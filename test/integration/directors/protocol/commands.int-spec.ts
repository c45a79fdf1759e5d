import { describe, expect, it } from '@jest/globals';
import { type ReplyItem } from '../../../../src/directors/protocol/reply.js';
import { type PeerScript } from '../../../harness/fakes/console-peer.js';
import { framed, type PeerSession } from '../../../harness/fakes/peer-session.js';
import { until } from '../../../harness/fixtures/until.js';
import { failureOf, wireFixture } from '../../../harness/fixtures/protocol-fixture.js';

const fixture = wireFixture();
const [terminate, startSelect, endSelect, failed, ok, begin, pending, mainPrompt, selectInput] = [
  -4, -11, -12, -14, -15, -16, -17, -18, -19,
] as const;
const [warning, error, info, endOfData, subPrompt, textInput] = [-20, -21, -22, -1, -27, -28] as const;
const limit = { limitMs: 30_000 };

async function connectionTo(onCommand: PeerScript['onCommand'], script: Partial<PeerScript> = {}) {
  const peer = await fixture.peer({ ...script, onCommand });
  return { peer, connection: await fixture.connect(peer) };
}

describe('a reply', () => {
  it('tells texts, informations, warnings and errors apart, each for one frame', async () => {
    const { connection } = await connectionTo((_text, session) =>
      session.send(begin, 'a', warning, 'b', 'c', error, 'd', info, 'e', failed, pending, mainPrompt),
    );
    const reply = await connection.command('run', limit);
    expect(reply.items.map((item) => `${item.kind} ${item.bytes.toString()}`)).toEqual([
      'text a',
      'warning b',
      'text c',
      'error d',
      'info e',
    ]);
    expect(reply).toMatchObject({ verdict: 'failed', began: true, prompted: false, messagesPending: true });
    expect([reply.text, reply.errorText]).toEqual(['abcde', 'd']);
  });

  it('keeps the borders between frames, which separate the entries of some lists', async () => {
    const { connection } = await connectionTo((_text, session) =>
      session.send(begin, 'job=A', 'level=Full', ok, mainPrompt),
    );
    const reply = await connection.command('.defaults job=A', limit);
    expect(reply.items.map((item) => item.bytes.toString())).toEqual(['job=A', 'level=Full']);
  });

  it('to an unknown or forbidden command has no beginning and no verdict', async () => {
    const { connection } = await connectionTo((_text, session) =>
      session.send(error, 'foo: is an invalid command.\n', mainPrompt),
    );
    expect(await connection.command('foo', limit)).toMatchObject({ began: false, verdict: null });
  });

  it('joins characters that were cut between frames, and keeps bytes that are no UTF-8', async () => {
    const { connection } = await connectionTo((_text, session) =>
      session.send(Buffer.from([0xc3]), Buffer.from([0xa4, 0xff]), mainPrompt),
    );
    const reply = await connection.command('list', limit);
    expect(reply.text).toBe('ä\ufffd');
    expect(Buffer.concat(reply.items.map((item) => item.bytes))).toEqual(Buffer.from([0xc3, 0xa4, 0xff]));
  });

  it('comes whole when the Director sends it one byte at a time', async () => {
    const { connection } = await connectionTo((_text, session) => session.send(begin, 'one byte', ok, mainPrompt), {
      chunkBytes: 1,
    });
    expect((await connection.command('list', limit)).text).toBe('one byte');
  });

  it('may be made of frames of 4,000,000 bytes', async () => {
    const { connection } = await connectionTo((_text, session) =>
      session.send(Buffer.alloc(4_000_000, 'a'), Buffer.alloc(4_000_000, 'b'), mainPrompt),
    );
    const reply = await connection.command('list', limit);
    expect(reply.items.map((item) => item.bytes.length)).toEqual([4_000_000, 4_000_000]);
  });

  it('may be made of 150,000 small frames', async () => {
    const { connection } = await connectionTo((_text, session) => {
      const frame = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('| a.txt ')]);
      session.bytes(Buffer.concat([...Array.from({ length: 150_000 }, () => frame)]));
      session.signal(mainPrompt);
    });
    expect((await connection.command('list files jobid=1', limit)).items).toHaveLength(150_000);
  });

  it('can be taken piece by piece without being kept', async () => {
    const { connection } = await connectionTo((_text, session) => session.send('a', error, 'b', mainPrompt));
    const seen: ReplyItem[] = [];
    const reply = await connection.command('list', { ...limit, onData: (item) => seen.push(item) });
    expect(seen.map((item) => item.kind)).toEqual(['text', 'error']);
    expect(reply.items).toEqual([]);
  });

  it('in the mode for people ends at the end of data', async () => {
    const peer = await fixture.peer({ onCommand: (_text, session) => session.send('hello\n', endOfData) });
    const connection = await fixture.connect(peer, {}, { mode: () => null });
    expect((await connection.command('version', limit)).text).toBe('hello\n');
    expect((await connection.command('version', limit)).text).toBe('hello\n');
  });
});

describe('an unexpected question', () => {
  it('is answered by a dot only, and the reply says that it was asked', async () => {
    const { peer, connection } = await connectionTo((text, session) => {
      if (text === '.')
        session.send(
          'Select Client (1-3): ',
          info,
          'Selection aborted, nothing done.\n',
          'Job queued. JobId=3\n',
          ok,
          mainPrompt,
        );
      else
        session.send(
          begin,
          startSelect,
          'The defined Client resources are:\n',
          'a-fd',
          'b-fd',
          endSelect,
          selectInput,
          textInput,
        );
    });
    const reply = await connection.command('run job=A client=NOSUCH yes', limit);
    expect(peer.commands.slice(1)).toEqual(['run job=A client=NOSUCH yes', '.']);
    expect(reply.prompted).toBe(true);
    expect(reply.text).toContain('Job queued. JobId=3');
    expect(connection.isOpen).toBe(true);
  });

  it('is recognised in the restore tree and in the mode for people too', async () => {
    const { connection } = await connectionTo((text, session) =>
      text === '.' ? session.send(mainPrompt) : session.send(begin, '$ ', subPrompt),
    );
    expect((await connection.command('restore jobid=7', limit)).prompted).toBe(true);
  });

  it('that comes again after five dots ends the connection', async () => {
    const { peer, connection } = await connectionTo((_text, session) => session.send(textInput));
    const failure = await failureOf(connection.command('run', limit));
    expect(failure).toMatchObject({ stage: 'protocol', outcomeUnknown: true });
    expect(peer.commands.filter((text) => text === '.')).toHaveLength(5);
    expect(connection.isOpen).toBe(false);
  });
});

describe('a command that fails', () => {
  it('ends the connection at its limit, so that a late reply cannot be taken for the next one', async () => {
    const { peer, connection } = await connectionTo((_text, session) => session.send(begin, 'one moment'));
    const failure = await failureOf(connection.command('status client=dead', { limitMs: 50 }));
    expect(failure).toMatchObject({ stage: 'timeout', outcomeUnknown: true });
    expect(connection.isOpen).toBe(false);
    expect(await failureOf(connection.command('version', limit))).toMatchObject({
      stage: 'command',
      outcomeUnknown: false,
    });
    await until(() => peer.openSessions === 0);
  });

  it('is given up at once', async () => {
    const giveUp = new AbortController();
    const { peer, connection } = await connectionTo(() => giveUp.abort());
    const failure = await failureOf(connection.command('estimate', { ...limit, signal: giveUp.signal }));
    expect(failure).toMatchObject({ stage: 'aborted', outcomeUnknown: true });
    await until(() => peer.openSessions === 0);
  });

  it('is not sent when it was given up before, and the connection stays', async () => {
    const { peer, connection } = await connectionTo((_text, session) => session.send(mainPrompt));
    const failure = await failureOf(connection.command('version', { ...limit, signal: AbortSignal.abort() }));
    expect(failure).toMatchObject({ stage: 'aborted', outcomeUnknown: false });
    await connection.command('version', limit);
    expect(peer.commands).toEqual(['.api 2', 'version']);
  });

  it('knows that its outcome is unknown when the connection is cut in the middle of the reply', async () => {
    const { connection } = await connectionTo((_text, session) => {
      session.send(begin, 'Job que');
      session.cut();
    });
    expect(await failureOf(connection.command('run', limit))).toMatchObject({ stage: 'command', outcomeUnknown: true });
  });

  it('knows it when the connection is cut in the middle of a frame', async () => {
    const { connection } = await connectionTo((_text, session) => {
      session.bytes(Buffer.from([0, 0, 0, 200, 65, 66]));
      session.cut();
    });
    expect(await failureOf(connection.command('run', limit))).toMatchObject({ stage: 'command', outcomeUnknown: true });
  });

  it('ends with a Director that says goodbye', async () => {
    const { connection } = await connectionTo((_text, session) => session.send(terminate));
    expect(await failureOf(connection.command('run', limit))).toMatchObject({ stage: 'command', outcomeUnknown: true });
    expect(connection.isOpen).toBe(false);
  });

  it('ends with a Director that never reads nor answers: a half-open socket', async () => {
    const { peer, connection } = await connectionTo(() => undefined);
    peer.sessions[0]?.pause();
    const failure = await failureOf(connection.command(`list jobs jobid=${'1,'.repeat(400_000)}1`, { limitMs: 100 }));
    expect(failure).toMatchObject({ stage: 'timeout', outcomeUnknown: true });
    expect(connection.isOpen).toBe(false);
  });

  it.each<[string, (session: PeerSession) => void]>([
    [
      'texts',
      (session) => session.bytes(Buffer.concat(Array.from({ length: 2_000 }, () => framed('x'.repeat(1_000))))),
    ],
    ['empty frames', (session) => session.bytes(Buffer.alloc(1_000_000))],
    [
      'signals',
      (session) =>
        session.bytes(Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from([255, 255, 255, 239])))),
    ],
  ])('ends with a reply of %s that never ends, within the limit of bytes', async (_what, flood) => {
    const { peer, connection } = await connectionTo((_text, session) => {
      const more = () => {
        if (!session.isOpen) return;
        if (session.isDrained) flood(session);
        setImmediate(more);
      };
      more();
    });
    const failure = await failureOf(connection.command('list', { ...limit, maxBytes: 300_000 }));
    expect(failure).toMatchObject({
      stage: 'protocol',
      outcomeUnknown: true,
      message: expect.stringMatching(/300000 bytes/),
    });
    await until(() => peer.openSessions === 0);
  });

  it.each([
    ['garbage', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
    ['a frame beyond 4,000,000 bytes', Buffer.from([0, 0x3d, 9, 1])],
    ['a compressed frame', Buffer.from([0x40, 0, 0, 4, 1, 2, 3, 4])],
  ])('ends with %s', async (_what, bytes) => {
    const { connection } = await connectionTo((_text, session) => session.bytes(bytes));
    expect(await failureOf(connection.command('list', limit))).toMatchObject({
      stage: 'protocol',
      outcomeUnknown: true,
    });
    expect(connection.isOpen).toBe(false);
  });

  it('tells what the taker of its pieces threw, and ends the connection', async () => {
    const { connection } = await connectionTo((_text, session) => session.send('a', 'b', mainPrompt));
    const onData = () => {
      throw new Error('no room');
    };
    await expect(connection.command('list', { ...limit, onData })).rejects.toThrow('no room');
    expect(connection.isOpen).toBe(false);
  });

  it('that cannot be sent is refused as bad input, and the connection stays', async () => {
    const { connection } = await connectionTo((_text, session) => session.send(mainPrompt));
    await expect(connection.command('list\nrun job=x yes', limit)).rejects.toMatchObject({ code: 'validation_failed' });
    await connection.command('list', limit);
  });
});
