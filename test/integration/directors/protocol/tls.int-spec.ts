import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ConsoleSettings } from '../../../../src/directors/protocol/console-settings.js';
import { type PeerScript } from '../../../harness/fakes/console-peer.js';
import { makeCertificates, type TestCertificates } from '../../../harness/fakes/peer-certificates.js';
import { framed } from '../../../harness/fakes/peer-session.js';
import { failureOf, logIn, settingsFor, wireFixture } from '../../../harness/fixtures/protocol-fixture.js';

const fixture = wireFixture();
const run = promisify(execFile);
const byKey: Partial<ConsoleSettings> = { tls: { mode: 'required' } };
const bareos: Partial<PeerScript> = {
  product: 'bareos',
  welcome: ['1000\x1eOK: bareos-dir Version: 25.1.0 (03 August 2026)', '1002\x1eYou are logged in as: admin'],
};

describe('TLS by a pre-shared key', () => {
  it('is begun by Bacula after the hello, and carries commands', async () => {
    const peer = await fixture.peer({ tls: 'starttls' });
    const connection = await fixture.connect(peer, byKey);
    expect((await connection.command('version', { limitMs: 30_000 })).text).toBe('fine\n');
    expect(peer.sessions[0]?.tlsVersion).toMatch(/^TLSv1\.[23]$/);
  });

  it('is begun with the first byte for Bareos, which looks the console up by its name', async () => {
    const peer = await fixture.peer({ ...bareos, tls: 'first', consoles: { 'web ro': 'other' } });
    const connection = await fixture.connect(peer, { ...byKey, consoleName: 'web ro', password: 'other' });
    expect((await connection.command('version', { limitMs: 30_000 })).text).toBe('fine\n');
    expect(peer.sessions[0]?.tlsVersion).toMatch(/^TLSv1\.[23]$/);
  });

  it.each<[string, Partial<PeerScript>]>([
    ['Bacula', { tls: 'starttls' }],
    ['Bareos', { ...bareos, tls: 'first' }],
  ])('tells %s a wrong password from broken TLS', async (_product, script) => {
    const failure = await failureOf(logIn(await fixture.peer(script), { ...byKey, password: 'not-it' }));
    expect(failure).toMatchObject({
      stage: 'credentials',
      message: expect.stringMatching(/console name or password/),
    });
    expect(failure.message).not.toContain('not-it');
  });

  it('tells an unknown console of Bareos from broken TLS', async () => {
    const peer = await fixture.peer({ ...bareos, tls: 'first' });
    expect((await failureOf(logIn(peer, { ...byKey, consoleName: 'nobody' }))).stage).toBe('credentials');
  });

  it('names no cause of a hang-up that the handshake has ruled out', async () => {
    const peer = await fixture.peer({ ...bareos, tls: 'first', onHello: (session) => session.cut() });
    const failure = await failureOf(logIn(peer, byKey));
    expect(failure.stage).toBe('greeting');
    expect(failure.message).toMatch(/after the TLS handshake: its console limit is reached, or it is shutting down/);
    expect(failure.message).not.toMatch(/different kind|requires TLS|password/);
  });

  it.each<[string, Partial<PeerScript>]>([
    ['Bacula', { tls: 'starttls' }],
    ['Bareos', { ...bareos, tls: 'first' }],
  ])(
    'works with a %s that knows no newer TLS than 1.2, where a wrong password looks different',
    async (_product, script) => {
      const peer = await fixture.peer({ ...script, newestTls: 'TLSv1.2' });
      await fixture.connect(peer, byKey);
      expect(peer.sessions[0]?.tlsVersion).toBe('TLSv1.2');
      expect((await failureOf(logIn(peer, { ...byKey, password: 'not-it' }))).stage).toBe('credentials');
    },
  );

  it('does not take a certificate in place of the key, even of an authority that this machine trusts', async () => {
    const peer = await fixture.peer({ tls: 'starttls', certificates: certificates.director });
    expect(await stageUnderTrust(certificates.ca, settingsFor(peer, byKey))).toBe('tls');
    expect(peer.logIns).toBe(0);
  });
});

describe('TLS that is required', () => {
  it('ends the log-in before the password is used where Bacula begins none, and says what to set', async () => {
    const peer = await fixture.peer();
    const failure = await failureOf(logIn(peer, byKey));
    expect(failure.stage).toBe('tls');
    expect(failure.message).toMatch(/Bacula before 11 has no pre-shared keys: give certificates, or set TLS to "none"/);
    await expect(peer.sessions[0]?.receive()).rejects.toThrow('hung up');
  });

  it('ends the log-in where Bareos answers in clear text', async () => {
    const peer = await fixture.peer({ ...bareos, onHello: (session) => session.text('auth cram-md5 <1.2@x> ssl=0\n') });
    expect((await failureOf(logIn(peer, byKey, { limits: { tlsMs: 300 } }))).stage).toBe('tls');
  });

  it('with certificates ends where Bacula offers none', async () => {
    const peer = await fixture.peer({ ssl: 0 });
    const failure = await failureOf(logIn(peer, { tls: { mode: 'required', ca: certificates.ca } }));
    expect(failure).toMatchObject({ stage: 'tls', message: expect.stringMatching(/offers no TLS/) });
  });

  it('refuses what was sent in clear text behind the announcement of TLS', async () => {
    const peer = await fixture.peer({
      onHello: (session) => {
        const injected = 'auth cram-md5 <1.2@x> ssl=0\n';
        session.bytes(Buffer.concat(['starttls tlspsk=100\n', injected].map((text) => framed(text))));
      },
    });
    expect((await failureOf(logIn(peer, byKey))).message).toMatch(/more clear text after it had announced TLS/);
  });

  it('ends at its deadline when the handshake stalls', async () => {
    const peer = await fixture.peer({ onHello: (session) => session.text('starttls tlspsk=100\n') });
    const failure = await failureOf(logIn(peer, byKey, { limits: { tlsMs: 50 } }));
    expect(failure).toMatchObject({ stage: 'tls', message: expect.stringMatching(/handshake within 0.05 s/) });
  });

  it('is refused by us where the settings say none and the Director begins it', async () => {
    const peer = await fixture.peer({ onHello: (session) => session.text('starttls tlspsk=200\n') });
    expect((await failureOf(logIn(peer))).message).toMatch(/started TLS, which was not offered/);
  });
});

describe('TLS that is preferred', () => {
  const preferred: Partial<ConsoleSettings> = { tls: { mode: 'preferred' } };

  it('is taken where it is offered', async () => {
    const peer = await fixture.peer({ tls: 'starttls' });
    await fixture.connect(peer, preferred);
    expect(peer.sessions[0]?.tlsVersion).toMatch(/^TLSv1/);
  });

  it('gives way to clear text with an old Bacula', async () => {
    const peer = await fixture.peer();
    await fixture.connect(peer, preferred);
    expect(peer.sessions[0]?.tlsVersion).toBeNull();
  });

  it('gives way to clear text with an old Bareos, which hangs up on TLS', async () => {
    const peer = await fixture.peer(bareos);
    await fixture.connect(peer, preferred);
    expect(peer.sessions.map((session) => session.tlsVersion)).toEqual([null, null]);
  });

  describe.each<[string, Partial<PeerScript>, Partial<PeerScript>]>([
    ['Bacula', { tls: 'starttls' }, { tls: 'none' }],
    ['Bareos', { ...bareos, tls: 'first' }, { tls: 'none' }],
  ])('with a %s that encrypted before', (_product, encrypting, inClearText) => {
    const remembering = () => {
      let isKnown = false;
      return {
        knownTls: {
          hasWorked: () => Promise.resolve(isKnown),
          remember: () => Promise.resolve(void (isKnown = true)),
        },
      };
    };

    it('does not give way to clear text any more, and says why before the password is used', async () => {
      const peer = await fixture.peer(encrypting);
      const memory = remembering();
      await fixture.connect(peer, preferred, memory);
      peer.script = { ...peer.script, ...inClearText };
      const failure = await failureOf(logIn(peer, preferred, memory));
      expect(failure.stage).toBe('tls');
      expect(failure.message).toMatch(/TLS with Director fake-dir .* worked before and does not work now/);
      expect(peer.logIns).toBe(1);
      await expect(fixture.connect(peer, preferred, remembering())).resolves.toBeDefined();
    });

    it('goes on while it encrypts, and remembers nothing of clear text', async () => {
      const peer = await fixture.peer({ ...encrypting, ...inClearText });
      const memory = remembering();
      await fixture.connect(peer, preferred, memory);
      expect(await memory.knownTls.hasWorked()).toBe(false);
      peer.script = { ...peer.script, ...encrypting };
      await fixture.connect(peer, preferred, memory);
      await fixture.connect(peer, preferred, memory);
      expect(peer.sessions.at(-1)?.tlsVersion).toMatch(/^TLSv1/);
    });
  });

  it('does not give way because of a wrong password', async () => {
    const peer = await fixture.peer({ ...bareos, tls: 'first' });
    expect((await failureOf(logIn(peer, { ...preferred, password: 'not-it' }))).stage).toBe('credentials');
    expect(peer.sessions).toHaveLength(1);
  });
});

let certificates: TestCertificates;
beforeAll(() => {
  certificates = makeCertificates();
});

describe.each<[string, Partial<PeerScript>]>([
  ['early', { tls: 'starttls' }],
  ['late', { tls: 'late', ssl: 2 }],
  ['from the first byte', { ...bareos, tls: 'first' }],
])('TLS by certificates, %s', (_when, script) => {
  const tls = (change: Partial<ConsoleSettings['tls']> = {}): Partial<ConsoleSettings> => ({
    tls: { mode: 'required', ca: certificates.ca, ...change },
  });

  it('carries commands', async () => {
    const peer = await fixture.peer({ ...script, certificates: certificates.director });
    const connection = await fixture.connect(peer, tls());
    expect((await connection.command('version', { limitMs: 30_000 })).text).toBe('fine\n');
    expect(peer.sessions[0]?.tlsVersion).toBe('TLSv1.3');
  });

  it('shows our own certificate to a Director that demands one', async () => {
    const peer = await fixture.peer({
      ...script,
      certificates: { ...certificates.director, ca: certificates.ca, demandsOurs: true },
    });
    const { cert, key } = certificates.console;
    const connection = await fixture.connect(peer, tls({ certificate: cert, key }));
    expect(connection.isOpen).toBe(true);
  });

  it('explains what happens without one', async () => {
    const peer = await fixture.peer({
      ...script,
      certificates: { ...certificates.director, ca: certificates.ca, demandsOurs: true },
    });
    const failure = await failureOf(logIn(peer, tls()));
    expect(failure).toMatchObject({ stage: 'tls', message: expect.stringMatching(/may require a client certificate/) });
  });

  it('refuses a certificate of another authority', async () => {
    const peer = await fixture.peer({ ...script, certificates: makeCertificates().director });
    expect((await failureOf(logIn(peer, tls()))).stage).toBe('tls');
    expect(peer.commands).toEqual([]);
  });

  it('refuses a certificate of another name, and takes the one that is asked for', async () => {
    const peer = await fixture.peer({ ...script, certificates: certificates.director });
    expect((await failureOf(logIn(peer, tls({ serverName: 'other-dir' })))).message).toMatch(/other-dir/);
    expect((await fixture.connect(peer, tls({ serverName: 'fake-dir' }))).isOpen).toBe(true);
  });
});

describe('certificates that cannot be used', () => {
  it.each([
    ['no PEM', () => ({ ca: certificates.ca, certificate: 'no certificate', key: 'no key' })],
    ['another key', () => ({ certificate: certificates.console.cert, key: certificates.director.key })],
  ])('are a failure of TLS: %s', async (_what, pem) => {
    const peer = await fixture.peer({ tls: 'starttls', certificates: certificates.director });
    expect((await failureOf(logIn(peer, { tls: { mode: 'required', ...pem() } }))).stage).toBe('tls');
  });
});

describe('a Director that demands certificates', () => {
  it('is told from a wrong password when the settings have none', async () => {
    const peer = await fixture.peer({ ssl: 2 });
    expect(await failureOf(logIn(peer))).toMatchObject({
      stage: 'tls',
      message: expect.stringMatching(/requires TLS with certificates/),
    });
  });
});

/** Where the log-in ends in a process that trusts this authority; Node learns of it at its start only. */
async function stageUnderTrust(ca: string, settings: ConsoleSettings): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-console-trust-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, ca);
  const module = new URL('../../../../dist/src/directors/protocol/console-connection.js', import.meta.url).href;
  const script = `
    const { ConsoleConnection } = await import(${JSON.stringify(module)});
    const opening = ConsoleConnection.open(${JSON.stringify(settings)}, { mode: () => null }, new AbortController().signal);
    console.log(await opening.then(() => 'logged in', (failure) => failure.stage));
    process.exit();`;
  try {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: file };
    return (await run(process.execPath, ['--input-type=module', '-e', script], { env })).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
