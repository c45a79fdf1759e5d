import { describe, expect, test } from '@jest/globals';
import { auditActions } from './audit-actions.js';
import { actionPattern, conditionsOf, fittingActions, fittingNames, likePattern, SqlParams } from './audit-filter.js';

const fitting = (...patterns: string[]): string[] => fittingActions(patterns, auditActions);

describe('patterns of actions', () => {
  test('name one action, all of one kind, or several', () => {
    expect(fitting('user.update')).toEqual(['user.update']);
    expect(fitting('api_token.*')).toEqual(['api_token.create', 'api_token.revoke']);
    expect(fitting('session.end', 'run.*')).toEqual([
      'session.end',
      'run.cancel',
      'run.delete',
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
    expect(fittingActions(['channel.*'], ['channel.secret.rotate'])).toEqual([]);
    expect(fittingActions(['channel.**'], ['channel.secret.rotate'])).toEqual(['channel.secret.rotate']);
  });

  test('take a dot for a dot', () => {
    expect(fittingActions(['user.update'], ['user_update'])).toEqual([]);
    expect(fittingActions(['user.*'], ['user_update', 'a.user.update'])).toEqual([]);
  });

  test('without a star are the whole action, or a part where no action is called so', () => {
    expect(fitting('token')).toEqual(['api_token.create', 'api_token.revoke']);
    expect(fitting('volume.p')).toEqual(['media.volume.prune', 'media.volume.purge']);
    expect(fitting('job.run')).toEqual(['job.run']);
    expect(fittingActions(['job.run'], ['job.run', 'job.run.again'])).toEqual(['job.run']);
    expect(fittingActions(['nothing'], auditActions)).toEqual([]);
  });

  test.each(['', 'A.b', 'a b', 'a(b', "a'b", 'a\\b'])('%j is none', (text) => {
    expect(actionPattern.test(text)).toBe(false);
  });
});

describe('a text for names', () => {
  const names = ['anna', 'Ann', 'JOHANNA', 'otto', ''];

  test('matches the whole name or, if there is no such name, a part of names ignoring case', () => {
    expect(fittingNames('Ann', names)).toEqual(['Ann']);
    expect(fittingNames('ann', names)).toEqual(['anna', 'Ann', 'JOHANNA']);
    expect(fittingNames('^a', names)).toEqual([]);
  });

  test('with stars is a pattern for the whole name', () => {
    expect(fittingNames('ann*', names)).toEqual(['anna', 'Ann']);
    expect(fittingNames('*a', names)).toEqual(['anna', 'JOHANNA']);
  });

  test('ends quickly with many wildcards in one pattern', () => {
    expect(fittingNames(`${'*a'.repeat(140)}b`, ['a'.repeat(300)])).toEqual([]);
  });
});

describe('conditions', () => {
  test('separate every value from the statement', () => {
    const values = new SqlParams();
    const evil = "x' OR true --";
    const at = new Date('2026-11-20T21:00:00Z');
    const conditions = conditionsOf(
      {
        actor: { names: [evil] },
        actorId: evil,
        tokenId: evil,
        target: { part: evil, named: [evil] },
        requestId: evil,
        since: at,
        until: at,
        network: '::1',
      },
      values,
    );
    expect(conditions.join(' AND ')).not.toContain(evil);
    expect(values.list).toEqual([evil, evil, evil, evil, [evil], '::1', at, at, evil]);
    expect(conditions).toHaveLength(8);
  });

  test('of a beginning take signs of patterns for themselves', () => {
    const values = new SqlParams();
    const like = likePattern('job:one:50%_\\*');
    expect(conditionsOf({ target: { like } }, values)).toEqual(['record.target LIKE $1']);
    expect(values.list).toEqual(['job:one:50\\%\\_\\\\%']);
  });

  test('compare the network with the address', () => {
    expect(conditionsOf({ network: '10.0.0.0/8' }, new SqlParams())[0]).toMatch(/<<= \$1::inet$/);
  });

  test('of nothing are none', () => {
    expect(conditionsOf({}, new SqlParams())).toEqual([]);
  });
});
