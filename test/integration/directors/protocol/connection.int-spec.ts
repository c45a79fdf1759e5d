import { describe, expect, it } from '@jest/globals';
import { type PeerScript } from '../../../harness/fakes/console-peer.js';
import { framed } from '../../../harness/fakes/peer-session.js';
import { until } from '../../../harness/fixtures/until.js';
import { failureOf, wireFixture } from '../../../harness/fixtures/protocol-fixture.js';

const fixture = wireFixture();
const [terminate, mainPrompt] = [-4, -18] as const;
const limit = { limitMs: 30_000 };

async function connectionTo(onCommand: PeerScript['onCommand'], script: Partial<PeerScript> = {}) {
  const peer = await fixture.peer({ ...script, onCommand });
  return { peer, connection: await fixture.connect(peer) };
}

describe('a connection', () => {
  it('carries one command at a time', async () => {
    const { connection } = await connectionTo((_text, session) => session.send(mainPrompt));
    const first = connection.command('list', limit);
    await expect(connection.command('list', limit)).rejects.toThrow('one command at a time');
    await first;
  });

  it('is not used again after a Director that spoke unasked', async () => {
    const { peer, connection } = await connectionTo((_text, session) => session.send(mainPrompt));
    let gone = 0;
    connection.onGone = () => (gone += 1);
    await connection.command('list', limit);
    peer.sessions[0]?.text('surprise');
    await until(() => !connection.isOpen);
    expect(gone).toBe(1);
    expect((await failureOf(connection.command('list', limit))).message).toMatch(/is closed/);
  });

  it('delivers a reply with something behind it, and is not used again', async () => {
    const { connection } = await connectionTo((_text, session) =>
      session.bytes(Buffer.concat([framed('good'), Buffer.from([255, 255, 255, 238]), framed('bad')])),
    );
    expect((await connection.command('list', limit)).text).toBe('good');
    expect(connection.isOpen).toBe(false);
  });

  it('notices between commands that the Director closed it', async () => {
    const { peer, connection } = await connectionTo((_text, session) => session.send(mainPrompt));
    const gone = new Promise<void>((resolve) => (connection.onGone = resolve));
    peer.sessions[0]?.cut();
    await gone;
    expect(await failureOf(connection.command('list', limit))).toMatchObject({
      stage: 'command',
      outcomeUnknown: false,
    });
  });

  it('says goodbye when it is closed', async () => {
    const { peer, connection } = await connectionTo(() => undefined);
    void connection.close();
    await until(() => peer.openSessions === 0);
    expect(peer.sessions[0]?.signals).toEqual([terminate]);
  });

  describe('whose answer comes in pieces', () => {
    const inPieces = () =>
      connectionTo((text, session) => {
        // Nobody takes an answer to the last words.
        if (text === 'quit' || text === '.') return;
        const begun = (bytes: number) => until(() => session.begunBytes === bytes);
        const send = async () => {
          for (const [at, piece] of ['one, ', 'two, ', 'three'].entries()) {
            session.send(piece);
            await begun(at + 1);
          }
          session.send(mainPrompt);
        };
        void send();
      });

    it('begins its next frame as pieces come, which lets the Director send the others', async () => {
      const { peer, connection } = await inPieces();
      for (const text of ['list a', 'list b'])
        expect((await connection.command(text, limit)).text).toBe('one, two, three');
      expect(peer.commands.slice(-2)).toEqual(['list a', 'list b']);
    });

    it.each([250, 251, 70_000])('ends what it has begun before a command of 5 and %i bytes', async (bytes) => {
      const { peer, connection } = await inPieces();
      const long = `list ${'x'.repeat(bytes)}`;
      for (const text of ['list', long]) expect((await connection.command(text, limit)).text).toBe('one, two, three');
      expect(peer.commands).toEqual(['.api 2', 'list', ...(bytes > 250 ? ['.api 2'] : []), long]);
    });

    it('ends the frame that it began when it is closed', async () => {
      const { peer, connection } = await inPieces();
      await connection.command('list', limit);
      void connection.close();
      await until(() => peer.openSessions === 0);
      expect(peer.commands.at(-1)).toBe('.');
      expect(peer.sessions[0]?.signals).toEqual([terminate]);
      expect(peer.sessions[0]?.begunBytes).toBe(0);
    });
  });
});
