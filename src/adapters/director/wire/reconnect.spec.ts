import { describe, expect, it } from '@jest/globals';
import { Reconnect, usualTiming } from './reconnect.js';
import { WireFailure } from './wire-failure.js';

const refused = new WireFailure('connect', 'Nothing listens there.');
const wrongPassword = new WireFailure('credentials', 'It refused the password.');

function scene(random = 1) {
  const clock = { ms: 0 };
  const reconnect = new Reconnect({ ...usualTiming, now: () => clock.ms, random: () => random });
  const failOnce = (failure = refused) => {
    const attempt = reconnect.begin();
    expect(attempt).not.toBeNull();
    reconnect.failed(attempt!, failure);
    return reconnect.retryInMs!;
  };
  return { clock, reconnect, failOnce };
}

describe('Reconnect', () => {
  it('pauses half a second and doubles to thirty', () => {
    const { clock, failOnce } = scene();
    const pauses = Array.from({ length: 9 }, () => {
      const pause = failOnce();
      clock.ms += pause;
      return pause;
    });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('spreads its tries over half of the pause', () => {
    expect(scene(0).failOnce()).toBe(250);
    expect(scene(0.5).failOnce()).toBe(375);
  });

  it('lets nobody try during the pause, and one caller at a time after it', () => {
    const { clock, reconnect, failOnce } = scene();
    failOnce();
    clock.ms = 499;
    expect(reconnect.begin()).toBeNull();
    clock.ms = 500;
    expect(reconnect.begin()).not.toBeNull();
    expect(reconnect.begin()).toBeNull();
  });

  it('counts tries that failed together once', () => {
    const { reconnect } = scene();
    const together = [reconnect.begin()!, reconnect.begin()!, reconnect.begin()!];
    for (const attempt of together) reconnect.failed(attempt, refused);
    expect(reconnect.retryInMs).toBe(500);
  });

  it('forgets everything at a success', () => {
    const { clock, reconnect, failOnce } = scene();
    for (let count = 0; count < 5; count += 1) clock.ms += failOnce();
    reconnect.begin();
    reconnect.succeeded();
    expect([reconnect.failure, reconnect.retryInMs]).toEqual([null, null]);
    expect(failOnce()).toBe(500);
  });

  it('stops at refused credentials for ten minutes, or until it is told', () => {
    const { clock, reconnect, failOnce } = scene();
    expect(failOnce(wrongPassword)).toBe(600_000);
    clock.ms = 599_999;
    expect(reconnect.begin()).toBeNull();
    reconnect.retryNow();
    expect(reconnect.failure).toBe(wrongPassword);
    expect(reconnect.begin()).not.toBeNull();
  });
});
