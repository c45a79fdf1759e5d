import { describe, expect, it } from '@jest/globals';
import { type ConsoleSettings } from './console-settings.js';
import { helloLine } from './hello.js';

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
    ['tells Bareos a version', { product: 'bareos' }, 'Hello *UserAgent* calling version 25.1.0\n'],
    ['sends spaces of a name as 0x01', { consoleName: 'web ro' }, 'Hello web\x01ro calling 0 tlspsk=100\n'],
  ])('%s', (_what, change, expected) => {
    expect(helloLine({ ...settings, ...change })).toBe(expected);
  });

  it.each(['', ' web', 'web\n', 'web\x01ro', 'a"b', 'a\\b', 'a'.repeat(128), 'ä'.repeat(64)])(
    'refuses the name %j',
    (consoleName) => {
      expect(() => helloLine({ ...settings, consoleName })).toThrow(/console name for Director lab-dir/);
    },
  );

  it('refuses a name that fits a resource but not a hello', () => {
    expect(() => helloLine({ ...settings, consoleName: 'a'.repeat(127) })).toThrow(/too long/);
  });
});
