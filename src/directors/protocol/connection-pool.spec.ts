import { describe, expect, it } from '@jest/globals';
import { Reconnect, usualTiming } from './connection-pool.js';
import { ProtocolError } from './protocol-error.js';

const refusedConnection = new ProtocolError('connect', 'Nothing listens there.');
const wrongPassword = new ProtocolError('credentials', 'It refused the password.');

function fixture(random = 1) {
  const clock = { ms: 0 };
  const reconnect = new Reconnect({ ...usualTiming, now: () => clock.ms, random: () => random });
  const failOnce = (failure = refusedConnection) => {
    expect(reconnect.begin()).toBe(true);
    reconnect.failed(failure);
    return reconnect.retryInMs!;
  };
  return { clock, reconnect, failOnce };
}

describe('Reconnect', () => {
  it('pauses half a second and doubles to thirty', () => {
    const { clock, failOnce } = fixture();
    const pauses = Array.from({ length: 9 }, () => {
      const pause = failOnce();
      clock.ms += pause;
      return pause;
    });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('spreads its tries over half of the pause', () => {
    expect(fixture(0).failOnce()).toBe(250);
    expect(fixture(0.5).failOnce()).toBe(375);
  });

  it('allows no try during the pause, and one caller at a time before and after it', () => {
    const { clock, reconnect } = fixture();
    expect([reconnect.begin(), reconnect.begin()]).toEqual([true, false]);
    reconnect.failed(refusedConnection);
    clock.ms = 499;
    expect(reconnect.begin()).toBe(false);
    clock.ms = 500;
    expect([reconnect.begin(), reconnect.begin()]).toEqual([true, false]);
  });

  it('allows no second try beside one that is not answered', () => {
    const { reconnect } = fixture();
    reconnect.begin();
    expect(reconnect.isHopeful).toBe(true);
    reconnect.unanswered(refusedConnection);
    expect([reconnect.isHopeful, reconnect.failure, reconnect.begin()]).toEqual([false, refusedConnection, false]);
    reconnect.succeeded();
    expect([reconnect.failure, reconnect.begin()]).toEqual([null, true]);
  });

  it('notifies the waiting callers when a try ended or is not answered', () => {
    const { reconnect } = fixture();
    let notified = 0;
    reconnect.onNews = () => (notified += 1);
    reconnect.begin();
    reconnect.failed(refusedConnection);
    reconnect.retryNow();
    reconnect.begin();
    reconnect.succeeded();
    reconnect.begin();
    reconnect.unanswered(refusedConnection);
    expect(notified).toBe(3);
  });

  it('forgets everything at a success', () => {
    const { clock, reconnect, failOnce } = fixture();
    for (let count = 0; count < 5; count += 1) clock.ms += failOnce();
    reconnect.begin();
    reconnect.succeeded();
    expect([reconnect.failure, reconnect.retryInMs]).toEqual([null, null]);
    expect(failOnce()).toBe(500);
  });

  it('stops at rejected credentials for ten minutes, or until a retry is requested', () => {
    const { clock, reconnect, failOnce } = fixture();
    expect(failOnce(wrongPassword)).toBe(600_000);
    clock.ms = 599_999;
    expect(reconnect.begin()).toBe(false);
    reconnect.retryNow();
    expect(reconnect.failure).toBe(wrongPassword);
    expect(reconnect.begin()).toBe(true);
  });
});
