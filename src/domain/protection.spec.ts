import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  clientProtection,
  jobThresholds,
  protectionOf,
  type ProtectionFacts,
  type ProtectionStatus,
  type ProtectionWeight,
  type ThresholdSources,
} from './protection.js';
import { defaultThresholds } from './silence.js';

const hour = 3600;
const day = 24 * hour;
const now = new Date('2026-11-27T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

const sources: ThresholdSources = {
  own: { warnSeconds: null, critSeconds: null },
  client: { warnSeconds: null, critSeconds: null, basis: 'fixed' },
  intervalSeconds: null,
  global: defaultThresholds,
};
const own = { warnSeconds: 5 * hour, critSeconds: 6 * hour };
const client = { warnSeconds: 7 * hour, critSeconds: 8 * hour, basis: 'fixed' } as const;

describe('the thresholds of a job', () => {
  test.each<[string, Partial<ThresholdSources>, [number, number, string]]>([
    ['are its own before all others', { own, client, intervalSeconds: day }, [5 * hour, 6 * hour, 'job']],
    ["are its client's before those of its schedule", { client, intervalSeconds: day }, [7 * hour, 8 * hour, 'client']],
    ['are 1.5 and 3 times the interval of its schedule', { intervalSeconds: 7 * day }, [10.5 * day, 21 * day, 'schedule']],
    ['are the global ones where nothing else is known', {}, [36 * hour, 72 * hour, 'global']],
    ['follow its schedule where its client does', { client: { ...client, basis: 'schedule' }, intervalSeconds: day }, [36 * hour, 72 * hour, 'schedule']],
    ["are its client's where that follows a schedule that is not known", { client: { ...client, basis: 'schedule' } }, [7 * hour, 8 * hour, 'client']],
    ['take a missing crit from the next that applies', { own: { ...own, critSeconds: null }, client }, [5 * hour, 8 * hour, 'job']],
    ['take a missing warn from the next that applies', { own: { ...own, warnSeconds: null }, intervalSeconds: hour }, [1.5 * hour, 6 * hour, 'job']],
    ['double a warn of its own that the next crit does not exceed', { own: { warnSeconds: 9 * hour, critSeconds: null }, client }, [9 * hour, 18 * hour, 'job']],
  ])('%s', (_, given, [warnSeconds, critSeconds, basis]) => {
    expect(jobThresholds({ ...sources, ...given })).toEqual({ warnSeconds, critSeconds, basis });
  }); // prettier-ignore
});

const scheduled: ProtectionFacts = {
  ...sources,
  isBackup: true,
  isScheduled: true,
  lastGoodAt: null,
  hasLostBackups: false,
  hasFailed: false,
  firstSeenAt: ago(60),
  firstStartAt: null,
  isHistoryKnown: true,
};

describe('the protection of a job', () => {
  test.each<[string, Partial<ProtectionFacts>, ProtectionStatus, ProtectionWeight | null]>([
    ['is ok within the threshold', { lastGoodAt: ago(36 * hour) }, 'ok', 'ok'],
    ['is warn beyond it', { lastGoodAt: ago(36 * hour + 1) }, 'warn', 'warn'],
    ['is still warn exactly on the critical one', { lastGoodAt: ago(72 * hour) }, 'warn', 'warn'],
    ['is crit beyond the critical one', { lastGoodAt: ago(72 * hour + 1) }, 'crit', 'crit'],
    ['is ok by the known runs while older history is read', { lastGoodAt: ago(60), isHistoryKnown: false }, 'ok', 'ok'],
    ['is crit where none of its good backups can be restored any more', { hasLostBackups: true, isHistoryKnown: false }, 'crit', 'crit'],
    ['is unknown while the history is read', { isHistoryKnown: false }, 'unknown', 'unknown'],
    ['is never, and neutral, before anything was due', { firstStartAt: ago(-60) }, 'never', 'neutral'],
    ['is never, and neutral, where no start is known', {}, 'never', 'neutral'],
    ['counts as warn from its first scheduled start', { firstStartAt: now }, 'never', 'warn'],
    ['counts as warn from its first failed run', { hasFailed: true }, 'never', 'warn'],
    ['never counts as crit on the critical threshold', { firstSeenAt: ago(72 * hour) }, 'never', 'neutral'],
    ['never counts as crit beyond it', { firstSeenAt: ago(72 * hour + 1) }, 'never', 'crit'],
    ['is not monitored without a schedule', { isScheduled: false, lastGoodAt: ago(60) }, 'not_monitored', null],
    ['is monitored without a schedule by thresholds of its own', { isScheduled: false, own, lastGoodAt: ago(60) }, 'ok', 'ok'],
    ["is not monitored by its client's thresholds alone", { isScheduled: false, client }, 'not_monitored', null],
    ['is not monitored where it reads no client', { isBackup: false, own }, 'not_monitored', null],
    ['is ok where a clock stepped back', { lastGoodAt: ago(-hour) }, 'ok', 'ok'],
  ])('%s', (_, given, status, countsAs) => {
    expect(protectionOf({ ...scheduled, ...given }, now)).toMatchObject({ status, countsAs });
  }); // prettier-ignore

  test('has the age of the last good backup, and none where there is none', () => {
    expect(protectionOf({ ...scheduled, lastGoodAt: ago(90) }, now)).toMatchObject({
      lastGoodAt: ago(90),
      ageSeconds: 90,
    });
    expect(protectionOf(scheduled, now)).toMatchObject({ lastGoodAt: null, ageSeconds: null });
  });
});

describe('the protection of a client', () => {
  const of = (status: ProtectionStatus, countsAs: ProtectionWeight | null = null) => ({ status, countsAs });

  test.each<[string, ReturnType<typeof of>[], ProtectionStatus]>([
    ['is not monitored without jobs', [], 'not_monitored'],
    ['is not monitored without a monitored job', [of('not_monitored')], 'not_monitored'],
    ['leaves out what is not monitored', [of('not_monitored'), of('ok', 'ok')], 'ok'],
    ['is never where one job has no backup so far', [of('ok', 'ok'), of('never', 'neutral')], 'never'],
    ['is warn before a job that was not due', [of('warn', 'warn'), of('never', 'neutral')], 'warn'],
    ['is never before a job that is late by the same weight', [of('warn', 'warn'), of('never', 'warn')], 'never'],
    ['is unknown before warn', [of('warn', 'warn'), of('unknown', 'unknown')], 'unknown'],
    ['is crit before everything', [of('unknown', 'unknown'), of('crit', 'crit'), of('never', 'warn')], 'crit'],
  ])('%s', (_, jobs, status) => {
    expect(clientProtection(jobs).status).toBe(status);
  });

  test('counts its jobs by status', () => {
    const jobs = [of('ok', 'ok'), of('ok', 'ok'), of('never', 'warn'), of('not_monitored')];
    const counts = { ok: 2, warn: 0, crit: 0, never: 1, unknown: 0, notMonitored: 1 };
    expect(clientProtection(jobs).jobs).toEqual(counts);
  });
});

interface World {
  facts: ProtectionFacts;
  at: Date;
  /** Ends of good backups, kept apart from what the code under test remembers. */
  good: Date[];
}

type Step = (world: World) => void;

const seconds = fc.integer({ min: 60, max: 30 * day });
const maybe = fc.option(seconds, { nil: null });

/** What can happen to a job. Later runs are recorded with their end; a failed one changes no good backup. */
const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  seconds.map((passed) => (world) => (world.at = new Date(world.at.getTime() + passed * 1000))),
  fc.integer({ min: 0, max: 10 * day }).map((age) => (world) => {
    const endedAt = new Date(world.at.getTime() - age * 1000);
    world.good.push(endedAt);
    const { lastGoodAt } = world.facts;
    const newest = lastGoodAt !== null && lastGoodAt > endedAt ? lastGoodAt : endedAt;
    world.facts = { ...world.facts, lastGoodAt: newest };
  }),
  fc.constant((world) => (world.facts = { ...world.facts, hasFailed: true })),
  fc.tuple(maybe, maybe).map(([warn, crit]) => (world) => {
    world.facts = { ...world.facts, own: ordered(warn, crit) };
  }),
  fc.tuple(maybe, maybe, fc.constantFrom('fixed', 'schedule')).map(([warn, crit, basis]) => (world) => {
    world.facts = { ...world.facts, client: { ...ordered(warn, crit), basis } };
  }),
  fc.tuple(seconds, seconds).map(([warn, crit]) => (world) => {
    const global = { warnSeconds: Math.min(warn, crit), critSeconds: Math.max(warn, crit) + 1 };
    world.facts = { ...world.facts, global };
  }),
  maybe.map((intervalSeconds) => (world) => (world.facts = { ...world.facts, intervalSeconds })),
  fc.boolean().map((isScheduled) => (world) => (world.facts = { ...world.facts, isScheduled })),
  fc.boolean().map((isHistoryKnown) => (world) => (world.facts = { ...world.facts, isHistoryKnown })),
);

function ordered(warnSeconds: number | null, critSeconds: number | null): ThresholdSources['own'] {
  if (warnSeconds === null || critSeconds === null || warnSeconds < critSeconds) return { warnSeconds, critSeconds };
  return { warnSeconds: critSeconds, critSeconds: warnSeconds + 1 };
}

/** The same rule computed differently: the maximum age of a good backup, from any setting. */
function allowedSeconds({ own: job, client: of, intervalSeconds, global }: ProtectionFacts): number {
  const first = [
    job.warnSeconds ?? job.critSeconds,
    intervalSeconds !== null && of.basis === 'schedule' ? null : (of.warnSeconds ?? of.critSeconds),
    intervalSeconds === null ? null : Math.max(60, Math.round(1.5 * intervalSeconds)),
    global.warnSeconds,
  ].find((limit) => limit !== null);
  return first ?? 0;
}

test('no sequence of runs, time, thresholds and schedules shows ok without a good backup within the threshold', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (sequence) => {
      const world: World = { facts: scheduled, at: now, good: [] };
      for (const step of sequence) {
        step(world);
        const { status, countsAs, warnSeconds } = protectionOf(world.facts, world.at);
        if (status !== 'ok' && countsAs !== 'ok') continue;
        const newest = Math.max(-Infinity, ...world.good.map((at) => at.getTime()));
        const ageSeconds = Math.floor((world.at.getTime() - newest) / 1000);
        expect(ageSeconds).toBeLessThanOrEqual(warnSeconds);
        expect(ageSeconds).toBeLessThanOrEqual(allowedSeconds(world.facts));
        expect(
          world.facts.isScheduled || world.facts.own.warnSeconds !== null || world.facts.own.critSeconds !== null,
        ).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});
