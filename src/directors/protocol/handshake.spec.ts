import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ConsoleSettings } from './console-settings.js';
import { helloLine, expectsInformation, parseInformation, parseWelcome } from './handshake.js';

// Every UTF-16 unit, halves of characters too, and the first ones often.
const unit = fc.oneof(fc.integer({ min: 0, max: 0x9f }), fc.integer({ min: 0, max: 0xffff }));
const anyText = fc.array(unit, { maxLength: 40 }).map((units) => String.fromCharCode(...units));

describe('parseWelcome', () => {
  it.each([
    ['1000 OK: 103 lab-dir Version: 9.6.7 (10 December 2020)\n', 'bacula', 'lab-dir', '9.6.7', '10 December 2020'],
    ['1000 OK: 10002 lab\x01dir Version: 15.0.3 (25 March 2025)\n', 'bacula', 'lab dir', '15.0.3', '25 March 2025'],
    ['1000\x1eOK: bareos-dir Version: 25.1.0 (03 August 2026)', 'bareos', 'bareos-dir', '25.1.0', '03 August 2026'],
    [
      '1000 OK: bareos-dir Version: 17.2.4 (21 Sep 2017) -- Encryption: None\n',
      'bareos',
      'bareos-dir',
      '17.2.4',
      '21 Sep 2017',
    ],
  ])('reads %j', (text, product, directorName, version, released) => {
    expect(parseWelcome(text)).toEqual({ product, directorName, version, released, information: null });
  });

  it.each(['1999 Authorization failed.\n', '1000 OK auth\n', '1000 OK: 103 lab-dir Version: 9.6.7', ''])(
    'knows that %j is none',
    (text) => {
      expect(parseWelcome(text)).toBeNull();
    },
  );

  it('answers for any text', () => {
    fc.assert(fc.property(anyText, (text) => void parseWelcome(`1000 OK: ${text}`)));
  });
});

describe("Bareos's second message", () => {
  it('is expected only behind the newer form of the first', () => {
    expect(expectsInformation('1000\x1eOK: bareos-dir Version: 25.1.0 (03 August 2026)')).toBe(true);
    expect(expectsInformation('1000 OK: bareos-dir Version: 17.2.4 (21 Sep 2017)')).toBe(false);
  });

  it('is read without its code', () => {
    expect(parseInformation('1002\x1eYou are logged in as: admin\n\0')).toBe('You are logged in as: admin');
    expect(parseInformation('1000 OK auth\n')).toBeNull();
  });
});

const settings: ConsoleSettings = {
  product: 'bacula',
  directorName: 'lab-dir',
  host: '127.0.0.1',
  port: 9101,
  consoleName: null,
  password: 'secret',
  tls: { mode: 'required' },
};

describe('helloLine', () => {
  it.each<[string, Partial<ConsoleSettings>, string]>([
    ['offers Bacula a pre-shared key', {}, 'Hello *UserAgent* calling 0 tlspsk=100\n'],
    ['offers Bacula certificates', { tls: { mode: 'required', ca: 'PEM' } }, 'Hello *UserAgent* calling 0 tlspsk=1\n'],
    ['offers Bacula no TLS', { tls: { mode: 'none', ca: 'PEM' } }, 'Hello *UserAgent* calling 0 tlspsk=0\n'],
    ['sends a version to Bareos', { product: 'bareos' }, 'Hello *UserAgent* calling version 25.1.0\n'],
    ['sends spaces of a name as 0x01', { consoleName: 'web ro' }, 'Hello web\x01ro calling 0 tlspsk=100\n'],
  ])('%s', (_what, change, expected) => {
    expect(helloLine({ ...settings, ...change })).toBe(expected);
  });

  it.each(['', ' web', 'web\n', 'web\x01ro', 'a"b', 'a\\b', 'a'.repeat(128), 'ä'.repeat(64)])(
    'rejects the name %j',
    (consoleName) => {
      expect(() => helloLine({ ...settings, consoleName })).toThrow(/console name for Director lab-dir/);
    },
  );

  it('rejects a name that fits a resource but not a hello', () => {
    expect(() => helloLine({ ...settings, consoleName: 'a'.repeat(127) })).toThrow(/too long/);
  });
});
