import { describe, expect, test } from '@jest/globals';
import { InstanceKey, SecretBox } from './secret-box.js';

const [old, young] = [new InstanceKey('the first key'), new InstanceKey('the second key')];

describe('SecretBox', () => {
  test('gives back what it sealed, and never the same text twice', () => {
    const box = new SecretBox(old);
    const [one, two] = [box.seal('Grüße', 'here'), box.seal('Grüße', 'here')];
    expect(one).not.toBe(two);
    expect([box.open(one, 'here'), box.open(two, 'here')]).toEqual(['Grüße', 'Grüße']);
  });

  test('opens nothing that was moved or changed', () => {
    const box = new SecretBox(old);
    const text = box.seal('secret', 'here');
    expect(() => box.open(text, 'there')).toThrow();
    const [id = '', body = ''] = text.split('.');
    const flipped = body.startsWith('A') ? `B${body.slice(1)}` : `A${body.slice(1)}`;
    expect(() => box.open(`${id}.${flipped}`, 'here')).toThrow();
    expect(() => box.open(`${id}.`, 'here')).toThrow();
  });

  test('opens what a previous key sealed, and knows that it is not the current one', () => {
    const text = new SecretBox(old).seal('secret', 'here');
    const box = new SecretBox(young, [old]);
    expect(box.open(text, 'here')).toBe('secret');
    expect(box.isCurrent(text)).toBe(false);
    expect(box.isCurrent(box.seal('secret', 'here'))).toBe(true);
  });

  test('names the missing setting if the key is unknown', () => {
    const text = new SecretBox(old).seal('secret', 'here');
    expect(() => new SecretBox(young).open(text, 'here')).toThrow('INSTANCE_KEY_PREVIOUS');
  });
});
