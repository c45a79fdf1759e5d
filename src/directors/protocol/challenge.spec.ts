import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  answerTo,
  challengeLine,
  isOwnChallenge,
  keyOf,
  ownChallenge,
  parseChallenge,
  provesKey,
} from './challenge.js';

const key = keyOf('secret');

describe('keyOf', () => {
  it('is the lower-case hexadecimal MD5 of the password', () => {
    expect(keyOf('secret')).toBe('5ebe2294ecd0e0f08eab7690d2a6ee69');
  });

  it('takes the stored form of a configuration as it is', () => {
    expect(keyOf('[md5]5EBE2294ECD0E0F08EAB7690D2A6EE69')).toBe(key);
  });

  it('treats a similar text as a password, not as the stored form', () => {
    expect(keyOf('[md5]5ebe')).not.toContain('5ebe');
    expect(keyOf('[md5]5ebe')).toHaveLength(32);
  });
});

describe('parseChallenge', () => {
  it.each([
    ['auth cram-md5 <1040588353.1795206972@lab-dir> ssl=0\n', '<1040588353.1795206972@lab-dir>', 0],
    ['auth cram-md5c <1.2@R_DIRECTOR::bareos-dir> ssl=2\n\0', '<1.2@R_DIRECTOR::bareos-dir>', 2],
  ])('reads %j', (text, expected, tlsNeed) => {
    expect(parseChallenge(text)).toEqual({ text: expected, tlsNeed });
  });

  it.each(['1999 You are not authorized.\n', 'auth cram-md5 <> ssl=0', 'auth cram-md5 <a> ssl=7\n', ''])(
    'knows that %j is none',
    (text) => {
      expect(parseChallenge(text)).toBeNull();
    },
  );

  it('answers null or a challenge for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const challenge = parseChallenge(`auth cram-md5 <${text}> ssl=1\n`);
        expect(challenge === null || challenge.text === `<${text}>`).toBe(true);
      }),
    );
  });
});

describe('the answer to a challenge', () => {
  it('is unpadded standard base64 of the keyed hash of the text with its brackets', () => {
    // The example of RFC 2195, whose digest is b913a602c7eda7a495b4e6e7334d3890.
    expect(answerTo('<1896.697170952@postoffice.reston.mci.net>', 'tanstaaftanstaaf')).toBe('uROmAsftp6SVtObnM004kA');
  });

  it.each(['', '\0'])('proves the key with the ending %j', (ending) => {
    const ours = ownChallenge();
    expect(provesKey(Buffer.from(answerTo(ours, key) + ending), ours, key)).toBe(true);
  });

  it('proves nothing with another key, cut, prolonged or empty', () => {
    const ours = ownChallenge();
    const right = answerTo(ours, key);
    for (const wrong of [answerTo(ours, keyOf('other')), right.slice(0, -1), `${right}x`, '', '\0'])
      expect(provesKey(Buffer.from(wrong), ours, key)).toBe(false);
  });
});

describe('our own challenge', () => {
  it('has the form that Directors check, and requests standard base64', () => {
    expect(challengeLine(ownChallenge(), 2)).toMatch(/^auth cram-md5c <\d+\.\d+@[^<>\s]+> ssl=2\n$/);
  });

  it('is unique, and recognised when it comes back', () => {
    expect(ownChallenge()).not.toBe(ownChallenge());
    expect(isOwnChallenge(ownChallenge())).toBe(true);
    expect(isOwnChallenge('<1040588353.1795206972@lab-dir>')).toBe(false);
  });
});
