import { describe, expect, test } from '@jest/globals';
import { auditActions } from './audit-actions.js';
import { actionPattern, conditionsOf, matchesAction, StatementValues } from './audit-filter.js';

const fitting = (...patterns: string[]): string[] => auditActions.filter((action) => matchesAction(patterns, action));

describe('patterns of actions', () => {
  test('name one action, all of one kind, or several', () => {
    expect(fitting('user.update')).toEqual(['user.update']);
    expect(fitting('api_token.*')).toEqual(['api_token.create', 'api_token.revoke']);
    expect(fitting('session.end', 'run.*')).toEqual([
      'session.end',
      'run.cancel',
      'run.acknowledge',
      'run.unacknowledge',
    ]);
    expect(fitting('*.create')).toEqual([
      'session.create',
      'user.create',
      'role.create',
      'api_token.create',
      'director.create',
      'channel.create',
    ]);
  });

  test('mean one word by a star, and any rest by two', () => {
    expect(fitting('*')).toEqual([]);
    expect(fitting('**')).toEqual([...auditActions]);
    expect(matchesAction(['channel.*'], 'channel.secret.rotate')).toBe(false);
    expect(matchesAction(['channel.**'], 'channel.secret.rotate')).toBe(true);
  });

  test('take a dot for a dot', () => {
    expect(matchesAction(['user.update'], 'user_update')).toBe(false);
    expect(matchesAction(['user.update'], 'a.user.update')).toBe(false);
  });

  test.each(['', '.', 'a.', 'A.b', 'a b', 'a(b', "a'b", 'a\\b', 'a.b.c.d.e.f.g'])('%j is none', (text) => {
    expect(actionPattern.test(text)).toBe(false);
  });
});

describe('conditions', () => {
  test('hold every value apart from the statement', () => {
    const values = new StatementValues();
    const evil = "x' OR true --";
    const at = new Date('2026-11-20T21:00:00Z');
    const conditions = conditionsOf(
      {
        actor: evil,
        actorId: evil,
        tokenId: evil,
        target: evil,
        requestId: evil,
        since: at,
        until: at,
        network: '::1',
      },
      values,
    );
    expect(conditions.join(' AND ')).not.toContain(evil);
    expect(values.list).toEqual([evil, evil, evil, evil, '::1', at, at, evil]);
    expect(conditions).toHaveLength(8);
  });

  test('of a beginning take signs of patterns for themselves', () => {
    const values = new StatementValues();
    expect(conditionsOf({ target: 'job:one:50%_\\*' }, values)).toEqual(['record.target LIKE $1']);
    expect(values.list).toEqual(['job:one:50\\%\\_\\\\%']);
  });

  test('ask a network whether it holds the address', () => {
    expect(conditionsOf({ network: '10.0.0.0/8' }, new StatementValues())[0]).toMatch(/<<= \$1::inet$/);
  });

  test('of nothing are none', () => {
    expect(conditionsOf({}, new StatementValues())).toEqual([]);
  });
});
