import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkCommand } from '../../domain/console-command.js';
import { AppError } from '../../domain/error-codes.js';
import { commandOf, quote } from './quote-argument.js';

// Every UTF-16 unit, halves of characters too, and the first ones often.
const unit = fc.oneof(fc.integer({ min: 0, max: 0x9f }), fc.integer({ min: 0, max: 0xffff }));
const anyText = fc.array(unit, { maxLength: 40 }).map((units) => String.fromCharCode(...units));

describe('quote', () => {
  it.each([
    ['BackupAlpha', 'BackupAlpha'],
    ['Job With Space', '"Job With Space"'],
    ['', '""'],
    ['/srv/data/ä.txt', '/srv/data/ä.txt'],
    ["it's", '"it\'s"'],
    ['a=b yes', '"a=b yes"'],
  ])('writes %j as %j', (value, expected) => {
    expect(quote(value, 'job')).toBe(expected);
  });

  it.each([
    'a"b',
    'a\\b',
    'a\nyes',
    'a\rb',
    'a\tb',
    'a\0b',
    'a\x01b',
    'a\x1eb',
    'a\x7fb',
    'a\x85b',
    'a\u2028b',
    'a\ud800',
  ])('rejects %j as bad input of its field', (value) => {
    expect(() => quote(value, 'where')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    expect(() => quote(value, 'where')).toThrow(/"where" contains a quote/);
  });

  it('never lets a value end its own quotes or become a second word', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        try {
          expect(quote(value, 'x')).toMatch(/^(?:"[^"\n\r\\]*"|[^\s"\\]+)$/);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });

  it('escapes quotes and backslashes only where the Director takes them so', () => {
    const args = [['where', '/srv/a "b" \\c']] as const;
    expect(commandOf('restore', args, 'backslash')).toBe(String.raw`restore where="/srv/a \"b\" \\c"`);
    expect(() => commandOf('restore', args)).toThrow('contains a quote');
    expect(() => commandOf('restore', [['where', 'a\nb']], 'backslash')).toThrow('contains a quote');
    expect(() => checkCommand(commandOf('restore', [['where', 'a"b']], 'backslash'))).not.toThrow();
    expect(() => checkCommand('restore where="a"b"')).toThrow('unclosed quote');
  });
});

describe('commandOf', () => {
  it('puts pairs together, a keyword alone for true, nothing for undefined and false', () => {
    const text = commandOf('run', [
      ['job', 'Job With Space'],
      ['level', 'Full'],
      ['client', undefined],
      ['priority', 10],
      ['spooldata', false],
      ['yes', true],
    ]);
    expect(text).toBe('run job="Job With Space" level=Full priority=10 yes');
  });

  it('takes no keyword from outside', () => {
    expect(() => commandOf('run', [['job=x yes', 'y']])).toThrow(/valid command keyword/);
  });
});

describe('checkCommand', () => {
  it('accepts 30 words and rejects 31, counting a quoted text as one', () => {
    const words = (count: number) =>
      ['list', ...Array.from({ length: count - 1 }, (_, at) => `a${at}="b c d"`)].join(' ');
    expect(() => checkCommand(words(30))).not.toThrow();
    expect(() => checkCommand(words(31))).toThrow(/31 words/);
  });

  it('accepts 1,000,000 bytes and rejects one more', () => {
    expect(() => checkCommand('x'.repeat(1_000_000))).not.toThrow();
    expect(() => checkCommand(`${'x'.repeat(999_999)}ä`)).toThrow(/1000000 bytes/);
  });

  it.each(['', '  ', 'list jobs\nrun job=x yes', 'list\tjobs', 'list "jobs', 'list \ud800'])('rejects %j', (text) => {
    expect(() => checkCommand(text)).toThrow(AppError);
  });
});
