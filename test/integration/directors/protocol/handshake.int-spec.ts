import { describe, expect, it } from '@jest/globals';
import { ConsolePeer, keyOf } from '../../../harness/fakes/console-peer.js';
import { type PeerSession } from '../../../harness/fakes/peer-session.js';
import { until } from '../../../harness/fixtures/until.js';
import { failureOf, logIn, settingsFor, wireFixture } from '../../../harness/fixtures/protocol-fixture.js';
import { ConsoleConnection } from '../../../../src/directors/protocol/console-connection.js';
import { toAppError } from '../../../../src/directors/protocol/protocol-error.js';

const fixture = wireFixture();
const bareosWelcome = [
  '1000\x1eOK: bareos-dir Version: 25.1.0 (03 August 2026)',
  '1002\x1eYou are logged in as: admin',
];

describe('logging in', () => {
  it('reaches Bacula, and knows its name and version', async () => {
    const connection = await fixture.connect(await fixture.peer());
    expect(connection.welcome).toEqual({
      product: 'bacula',
      directorName: 'fake-dir',
      version: '15.0.3',
      released: '25 March 2025',
      information: null,
    });
  });

  it('reaches Bareos and reads its second message, so that it is no part of the first reply', async () => {
    const connection = await fixture.connect(await fixture.peer({ product: 'bareos', welcome: bareosWelcome }));
    expect(connection.welcome).toMatchObject({
      product: 'bareos',
      version: '25.1.0',
      information: 'You are logged in as: admin',
    });
    expect((await connection.command('version', { limitMs: 30_000 })).text).toBe('fine\n');
  });

  it('chooses the first command by the version', async () => {
    const peer = await fixture.peer();
    await fixture.connect(
      peer,
      {},
      { mode: ({ version }) => (version.startsWith('15') ? '.api 2 api_opts=j' : '.api 2') },
    );
    expect(peer.commands).toEqual(['.api 2 api_opts=j']);
  });

  it('uses a console whose name has spaces', async () => {
    const peer = await fixture.peer({ consoles: { 'web ro': 'other' } });
    await fixture.connect(peer, { consoleName: 'web ro', password: 'other' });
    expect(peer.logIns).toBe(1);
  });

  it('takes the stored form of the password', async () => {
    const connection = await fixture.connect(await fixture.peer(), { password: `[md5]${keyOf('secret')}` });
    expect(connection.isOpen).toBe(true);
  });

  it('understands a Director that sends one byte at a time', async () => {
    const connection = await fixture.connect(await fixture.peer({ chunkBytes: 1 }));
    expect((await connection.command('version', { limitMs: 30_000 })).text).toBe('fine\n');
  });
});

describe('a log-in that fails', () => {
  it('says that the password is wrong, hangs up at once and shows neither it nor its hash', async () => {
    const peer = await fixture.peer();
    const failure = await failureOf(logIn(peer, { password: 'not-it' }));
    expect([failure.stage, failure.outcomeUnknown]).toEqual(['credentials', false]);
    expect(failure.message).toBe(
      `Director fake-dir (127.0.0.1:${peer.port}) rejected the password of the console "*UserAgent*". Correct it in the settings.`,
    );
    expect(JSON.stringify(toAppError(failure))).not.toMatch(new RegExp(`not-it|${keyOf('not-it')}`));
    await until(() => peer.openSessions === 0);
  });

  it('says that the console name is unknown', async () => {
    const failure = await failureOf(logIn(await fixture.peer(), { consoleName: 'web' }));
    expect(failure.stage).toBe('credentials');
    expect(failure.message).toMatch(/does not know the console "web"/);
  });

  it('turns away a Director that does not know the password itself', async () => {
    const peer = await fixture.peer({ ownPassword: 'guessed' });
    const failure = await failureOf(logIn(peer));
    expect(failure.stage).toBe('credentials');
    expect(failure.message).toMatch(/did not prove that it knows the password/);
    expect(peer.logIns).toBe(0);
  });

  it('does not answer its own challenge when an impostor sends it back', async () => {
    let theirs = '';
    // Not before the peer has read the hello, or the test would read it in its place.
    let greeted: PeerSession | null = null;
    const real = await fixture.peer({
      onHello: (session) => {
        session.text('auth cram-md5 <1.2@x> ssl=0\n');
        greeted = session;
      },
    });
    const first = logIn(real);
    const session = await until(() => greeted);
    await session.receive();
    session.text('1000 OK auth\n');
    theirs = await session.receive();
    const impostor = await fixture.peer({ onHello: (other) => other.text(theirs.replace('cram-md5c', 'cram-md5')) });
    expect((await failureOf(logIn(impostor))).message).toMatch(/own challenge back/);
    session.cut();
    expect((await failureOf(first)).stage).toBe('credentials');
  });

  it('takes an unanswered hello for a busy Director or its limit of consoles', async () => {
    const peer = await fixture.peer({ onHello: () => undefined });
    const failure = await failureOf(logIn(peer, {}, { limits: { greetingMs: 50 } }));
    expect(failure.stage).toBe('greeting');
    expect(failure.message).toMatch(/busy or its console limit is reached/);
    await until(() => peer.openSessions === 0);
  });

  it('explains a hello that is answered by hanging up, as Bareos does at its limit', async () => {
    const peer = await fixture.peer({ product: 'bareos', onHello: (session) => session.cut() });
    expect(await failureOf(logIn(peer))).toMatchObject({
      stage: 'greeting',
      message: expect.stringMatching(/console limit is reached/),
    });
  });

  it('explains a goodbye in place of the challenge, as Bareos does to clear text', async () => {
    const peer = await fixture.peer({ product: 'bareos', onHello: (session) => session.signal(-4) });
    expect(await failureOf(logIn(peer))).toMatchObject({
      stage: 'greeting',
      message: expect.stringMatching(/it requires TLS/),
    });
  });

  it.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['a shell', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a mail server', '220 mail ready\r\n'],
  ])('recognises %s', async (_what, words) => {
    const peer = await fixture.peer({ onHello: (session) => session.bytes(Buffer.from(words)) });
    expect(await failureOf(logIn(peer))).toMatchObject({
      stage: 'protocol',
      message: expect.stringMatching(/host and port/),
    });
  });

  it('refuses a Director of another kind than the settings say', async () => {
    const peer = await fixture.peer({ welcome: ['1000 OK: bareos-dir Version: 17.2.4 (21 Sep 2017)\n'] });
    expect(await failureOf(logIn(peer))).toMatchObject({
      stage: 'greeting',
      message: expect.stringMatching(/is bareos, but its settings say/),
    });
  });

  it('says that a console with PAM is not supported', async () => {
    const peer = await fixture.peer({ product: 'bareos', welcome: ['1001\x1e'] });
    expect(await failureOf(logIn(peer))).toMatchObject({ stage: 'credentials', message: expect.stringMatching(/PAM/) });
  });

  it('says that nothing listens', async () => {
    const peer = await ConsolePeer.start();
    const settings = settingsFor(peer);
    await peer.close();
    const failure = await failureOf(
      ConsoleConnection.open(settings, { mode: () => null }, new AbortController().signal),
    );
    expect(failure).toMatchObject({
      stage: 'connect',
      message: expect.stringMatching(/cannot be reached\. Connection refused: probably nothing is listening there/),
    });
  });

  it('says that the host name does not exist', async () => {
    const failure = await failureOf(logIn(await fixture.peer(), { host: 'director.invalid' }));
    expect(failure).toMatchObject({ stage: 'name', message: expect.stringMatching(/cannot be resolved/) });
  });

  it('says that the console may not choose the form of its answers', async () => {
    const peer = await fixture.peer();
    const failure = await failureOf(logIn(peer, {}, { mode: () => 'forbidden', limits: { modeMs: 50 } }));
    expect(failure.stage).toBe('timeout');
    peer.script = {
      ...peer.script,
      onCommand: (_text, session) => {
        session.signal(-21);
        session.text('.api: is an invalid command.\n');
        session.signal(-1);
      },
    };
    const refused = await failureOf(logIn(peer, {}, { mode: () => 'forbidden' }));
    expect(refused).toMatchObject({
      stage: 'command',
      message: expect.stringMatching(/Allow the console the command \.api/),
    });
  });

  it.each(['greeting', 'credentials'])('is given up at once when asked to, during the %s', async (where) => {
    const giveUp = new AbortController();
    const peer = await fixture.peer({
      onHello: (session) => {
        if (where === 'credentials') session.text('auth cram-md5 <1.2@x> ssl=0\n');
        setImmediate(() => giveUp.abort());
      },
    });
    expect((await failureOf(logIn(peer, {}, {}, giveUp.signal))).stage).toBe('aborted');
    await until(() => peer.openSessions === 0);
  });

  it('is not begun when it was given up before', async () => {
    const peer = await fixture.peer();
    expect((await failureOf(logIn(peer, {}, {}, AbortSignal.abort()))).stage).toBe('aborted');
    expect(peer.sessions).toHaveLength(0);
  });

  it('ends at its deadline when the passwords are never finished', async () => {
    const peer = await fixture.peer({ onHello: (session) => session.text('auth cram-md5 <1.2@x> ssl=0\n') });
    expect((await failureOf(logIn(peer, {}, { limits: { credentialsMs: 50 } }))).stage).toBe('timeout');
  });

  it('ends at its deadline when the host does not answer', async () => {
    // 203.0.113.1 belongs to no machine; the machine may also know at once that it cannot be reached.
    const failure = await failureOf(
      logIn(await fixture.peer(), { host: '203.0.113.1' }, { limits: { connectMs: 50 } }),
    );
    expect(failure.stage).toBe('connect');
  });
});
