import { describe, expect, it } from '@jest/globals';
import { toAppError, ProtocolError, type ProtocolStage } from './protocol-error.js';

describe('refusalOf', () => {
  it.each<[ProtocolStage, boolean, string]>([
    ['name', false, 'director_unreachable'],
    ['address', false, 'director_unreachable'],
    ['connect', false, 'director_unreachable'],
    ['tls', false, 'director_unreachable'],
    ['greeting', false, 'director_unreachable'],
    ['credentials', false, 'director_unreachable'],
    ['command', false, 'director_unreachable'],
    ['command', true, 'director_too_slow'],
    ['protocol', true, 'director_error'],
    ['timeout', true, 'director_too_slow'],
    ['aborted', true, 'director_too_slow'],
    ['queue', false, 'director_too_slow'],
  ])('answers a failure at %s (outcome unknown: %s) with %s', (stage, outcomeUnknown, code) => {
    expect(toAppError(new ProtocolError(stage, 'It failed.', { outcomeUnknown })).code).toBe(code);
  });

  it('says that an unknown outcome must be looked up', () => {
    const failure = new ProtocolError('command', 'The connection broke.', { outcomeUnknown: true });
    expect(toAppError(failure).detail).toBe(
      'The connection broke. It is unknown whether the command was executed. Check before you repeat it.',
    );
  });
});
