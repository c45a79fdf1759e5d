import { afterEach, describe, expect, test } from '@jest/globals';
import { DirectorConsole } from '../../../../src/directors/console/director-console.js';
import { type AppError } from '../../../../src/domain/error-codes.js';
import { type ConsolePeer, type PeerScript } from '../../../harness/fakes/console-peer.js';
import { bareosSettings } from '../../../harness/fixtures/bareos-fixture.js';
import { until } from '../../../harness/fixtures/until.js';
import { wireFixture } from '../../../harness/fixtures/protocol-fixture.js';

const endOfData = -1;
const subPrompt = -27;
const wire = wireFixture();
const tls = { mode: 'none', ca: null, certificate: null, key: null, serverName: null } as const;
let open: DirectorConsole[] = [];

afterEach(async () => {
  for (const console of open) await console.close();
  open = [];
});

function consoleAt(peer: ConsolePeer, password = 'secret'): DirectorConsole {
  const settings = bareosSettings(peer.port, { kind: peer.script.product, consoleName: null, password, tls });
  const console = new DirectorConsole(settings, () => '.api 2');
  open.push(console);
  return console;
}

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => Promise.reject(new Error('It succeeded.')),
    (error: unknown) => error as AppError,
  );
}

const answers =
  (...parts: (string | number | Buffer)[]): PeerScript['onCommand'] =>
  (_text, session) =>
    session.send(...parts, endOfData);

const products = [
  { product: 'bacula', welcome: ['1000 OK: 10002 fake-dir Version: 15.0.3 (25 March 2025)\n'] },
  {
    product: 'bareos',
    welcome: ['1000\x1eOK: bareos-dir Version: 25.1.0 (03 August 2026)', '1002\x1eYou are connected.\n'],
  },
] as const;

describe.each(products)('a command of a user at $product', (script) => {
  test('is sent in the mode for people, on a connection of its own that is closed afterwards', async () => {
    const peer = await wire.peer({ ...script, onCommand: answers('main-dir Version: 1\n', 'More.\n') });
    const answer = await consoleAt(peer).sendAlone('version');
    expect(answer).toEqual({ output: 'main-dir Version: 1\nMore.\n', isTruncated: false, question: null });
    expect(peer.commands).toEqual(['version']);
    expect(peer.logIns).toBe(1);
    await until(() => peer.openSessions === 0);
  });

  test('that meets a question gets a dot for each, and answers with the first question and all that was said', async () => {
    const onCommand: PeerScript['onCommand'] = (text, session) => {
      if (text !== '.') session.send('Select Job:\n  1: a\n  2: b\n', 'Select (1-2): ', subPrompt);
      else if (peer.commands.length === 2) session.send('Sure? ', subPrompt);
      else session.send('Job queued. JobId=7\n', endOfData);
    };
    const peer: ConsolePeer = await wire.peer({ ...script, onCommand });
    const question = 'Select Job:\n  1: a\n  2: b\nSelect (1-2): ';
    expect(await consoleAt(peer).sendAlone('run')).toEqual({
      output: `${question}Sure? Job queued. JobId=7\n`,
      isTruncated: false,
      question,
    });
    expect(peer.commands).toEqual(['run', '.', '.']);
  });

  test('whose answer is too long is read to its end and kept up to one mebibyte', async () => {
    const parts = Array.from({ length: 30 }, () => 'x'.repeat(100_000));
    const peer = await wire.peer({ ...script, onCommand: answers(...parts, 'end\n') });
    const { output, isTruncated } = await consoleAt(peer).sendAlone('list jobs');
    expect([output.length, isTruncated]).toEqual([1_048_576, true]);
  });

  test('that is not answered in time ends the connection, and its effect is unknown', async () => {
    const peer = await wire.peer({ ...script, onCommand: (_text, session) => session.text('Begun.\n') });
    const refusal = await refusalOf(consoleAt(peer).sendAlone('wait', 300));
    expect(refusal).toMatchObject({ code: 'director_too_slow', detail: expect.stringMatching(/unknown whether/) });
    await until(() => peer.openSessions === 0);
  });

  test('ends when the console stops, and its effect is unknown', async () => {
    const peer = await wire.peer({ ...script, onCommand: () => undefined });
    const console = consoleAt(peer);
    const asked = refusalOf(console.sendAlone('wait'));
    await until(() => peer.commands.length === 1);
    await console.close();
    expect(await asked).toMatchObject({ code: 'director_too_slow' });
  });

  test('is not sent with a password that was refused just before', async () => {
    const peer = await wire.peer(script);
    const console = consoleAt(peer, 'wrong');
    await refusalOf(console.ask('time'));
    const before = peer.sessions.length;
    expect(await refusalOf(console.sendAlone('version'))).toMatchObject({ code: 'director_unreachable' });
    expect(peer.sessions.length).toBe(before);
  });
});
