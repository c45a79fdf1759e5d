import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type KeepRuleName, keepRuleNames, type KeepRules } from '../../../domain/keep-rules.js';
import { expiry, type ExpiryTerms, type RetainedRun, runsThatNeed, type VolumeAge } from './retention.js';

/** `expiry` with keep rules, compared with a slow model over two years of runs. */

const hour = 3600;
const day = 24 * hour;
const twoYears = 731 * day;

interface JobSchedule {
  readonly job: string;
  readonly fileset: string;
  readonly pool: string;
  /** Seconds between two starts. */
  readonly every: number;
  readonly offset: number;
  /** Every so many starts a Full, and a Differential. */
  readonly full: number;
  readonly differential: number;
  readonly runsOnVolume: number;
  /** What becomes of the starts, in turn. */
  readonly fates: readonly Fate[];
}

type Fate = 'good' | 'failed' | 'nothing read' | 'nothing new' | 'damaged' | 'late' | 'wrong clock';

interface History {
  readonly runs: readonly RetainedRun[];
  readonly volumes: readonly VolumeAge[];
  readonly terms: ExpiryTerms;
}

const fate = fc.constantFrom<Fate>(
  'good', 'good', 'good', 'good', 'good', 'good', 'good', 'failed', 'nothing read', 'nothing new', 'damaged', 'late',
  'wrong clock',
); // prettier-ignore

const schedule: fc.Arbitrary<JobSchedule> = fc.record({
  job: fc.constantFrom('A', 'B'),
  fileset: fc.constantFrom('Home', 'Home', 'Etc'),
  pool: fc.constantFrom('Default', 'Default', 'Other', 'Without'),
  every: fc.constantFrom(12 * hour, day, day, 25 * hour, 3 * day, 7 * day),
  offset: fc.nat(day),
  full: fc.constantFrom(1, 4, 7, 30, 1000),
  differential: fc.constantFrom(3, 7, 1000),
  runsOnVolume: fc.integer({ min: 1, max: 4 }),
  fates: fc.array(fate, { minLength: 40, maxLength: 40 }),
});

const most = fc.option(fc.integer({ min: 1, max: 40 }), { nil: null });
const rules: fc.Arbitrary<KeepRules> = fc.record({
  last: most,
  daily: most,
  weekly: most,
  monthly: most,
  yearly: most,
});

const zone = fc.constantFrom(
  'UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu',
  'Pacific/Apia', 'Pacific/Chatham', 'Africa/Casablanca', 'America/Sao_Paulo',
); // prettier-ignore

const history: fc.Arbitrary<History> = fc
  .record({
    schedules: fc.array(schedule, { minLength: 1, maxLength: 3 }),
    from: fc.integer({ min: Date.UTC(2009, 0, 1) / 1000, max: Date.UTC(2036, 0, 1) / 1000 }),
    retention: fc.constantFrom(hour, 7 * day, 60 * day),
    /** By how much the clock is wrong when volumes expire. */
    clock: fc.constantFrom(0, 0, 0, -40 * day, 40 * day),
    rules: fc.tuple(rules, rules),
    timezone: zone,
    isInUse: fc.boolean(),
  })
  .map(({ schedules, from, retention, clock, rules: [ofDefault, ofOther], timezone, isInUse }) => {
    const runs = schedules.flatMap((one, index) => runsOf(one, index, from));
    const now = from + twoYears + clock;
    const keepRules = new Map([
      ['Default', ofDefault],
      ['Other', ofOther],
    ]);
    const inUse = isInUse ? runs.filter((_, index) => index % 97 === 0).map(({ jobId }) => jobId) : [];
    return {
      runs,
      volumes: volumesOf(runs, (lastWritten) => lastWritten + retention < now),
      terms: { inUse, keepRules, timezone, now: new Date(now * 1000) },
    };
  });

type MadeRun = RetainedRun & { readonly isDamaged: boolean };

function runsOf(plan: JobSchedule, index: number, from: number): readonly MadeRun[] {
  const runs: MadeRun[] = [];
  for (let start = 0; start * plan.every < twoYears; start += 1) {
    const what = plan.fates[start % plan.fates.length] ?? 'good';
    if (what === 'failed') continue;
    const level = start % plan.full === 0 ? 'F' : start % plan.differential === 0 ? 'D' : 'I';
    const isEmpty = level === 'I' && (what === 'nothing read' || what === 'nothing new');
    const at = from + plan.offset + start * plan.every + (what === 'late' ? 5 * hour : 0);
    const volume = 10_000 * (index + 1) + Math.floor(start / plan.runsOnVolume);
    runs.push({
      jobId: 10_000 * (index + 1) + start,
      group: plan.fileset,
      job: plan.job,
      pool: plan.pool,
      level,
      at,
      startedAt: what === 'wrong clock' ? at + 400 * day : at,
      isGood: !isEmpty || what === 'nothing new',
      volumes: isEmpty ? [] : start % 11 === 0 ? [volume, volume + 1] : [volume],
      isDamaged: what === 'damaged',
    });
  }
  return runs;
}

function volumesOf(runs: readonly MadeRun[], isOver: (lastWritten: number) => boolean): readonly VolumeAge[] {
  const volumes = new Map<number, { lastWritten: number; isDamaged: boolean }>();
  for (const { volumes: own, at, isDamaged } of runs) {
    for (const mediaId of own) {
      const before = volumes.get(mediaId);
      volumes.set(mediaId, {
        lastWritten: Math.max(at, before?.lastWritten ?? 0),
        isDamaged: isDamaged || before?.isDamaged === true,
      });
    }
  }
  return [...volumes].map(([mediaId, { lastWritten, isDamaged }]) => ({
    mediaId,
    isExpired: isOver(lastWritten),
    isDamaged,
  }));
}

interface Model {
  readonly volumes: readonly number[];
  readonly kept: ReadonlyMap<number, ReadonlySet<string>>;
  runsThatNeed(mediaId: number): readonly number[];
}

/** The model: definitions, each as it is written in the documentation, and no attempt to be fast. */
function expected({ runs, volumes, terms }: History): Model {
  const oldestFirst = [...runs].sort((a, b) => a.at - b.at || a.jobId - b.jobId);
  const expired = volumes.filter(({ isExpired }) => isExpired).map(({ mediaId }) => mediaId);
  const damaged = new Set(volumes.filter(({ isDamaged }) => isDamaged).map(({ mediaId }) => mediaId));
  const isExpired = new Set(expired);
  const chains = new Map(oldestFirst.map((run) => [run.jobId, chainOf(oldestFirst, run)]));
  const chainAt = (run: RetainedRun): readonly RetainedRun[] => chains.get(run.jobId) ?? [];
  const whole = runs.filter((run) => {
    const [first] = chainAt(run);
    return first?.level === 'F' && chainAt(run).every((one) => one.volumes.every((id) => !damaged.has(id)));
  });
  const wholeIds = new Set(whole.map(({ jobId }) => jobId));
  const isWhole = ({ jobId }: RetainedRun): boolean => wholeIds.has(jobId);

  const reasons = new Map<number, Set<string>>();
  const add = (reason: string, jobId: number): void =>
    void reasons.set(jobId, (reasons.get(jobId) ?? new Set()).add(reason));
  for (const run of runs) {
    if (run.volumes.some((mediaId) => !isExpired.has(mediaId))) add('time', run.jobId);
    if (terms.inUse.includes(run.jobId)) add('in_use', run.jobId);
  }
  for (const group of new Set(runs.map((run) => run.group))) {
    const own = oldestFirst.filter((run) => run.group === group);
    for (const run of [own.at(-1), own.findLast(isWhole)]) if (run) add('newest', run.jobId);
  }
  addKept({ runs: oldestFirst, terms }, isWhole, add);
  for (const run of runs.filter(({ jobId }) => reasons.has(jobId))) {
    for (const base of chainAt(run).slice(0, -1)) add('chain', base.jobId);
  }
  const needed = new Set(runs.filter(({ jobId }) => reasons.has(jobId)).flatMap((run) => run.volumes));
  const leaving = expired.filter((mediaId) => !needed.has(mediaId));
  return {
    volumes: leaving,
    kept: reasons,
    runsThatNeed: (mediaId) =>
      oldestFirst
        .filter((run) => chainAt(run).some(({ volumes: own }) => own.includes(mediaId)))
        .map(({ jobId }) => jobId),
  };
}

type Add = (reason: string, jobId: number) => void;

/** What the rules keep, counted by the date of the data and by the start of the run. */
function addKept({ runs, terms }: Omit<History, 'volumes'>, isWhole: (run: RetainedRun) => boolean, add: Add): void {
  for (const [pool, wanted] of terms.keepRules) {
    for (const series of new Set(runs.map((run) => `${run.group} ${run.job}`))) {
      const own = runs.filter((run) => run.pool === pool && `${run.group} ${run.job}` === series).reverse();
      const ahead = own.filter((run) => run.at * 1000 > terms.now.getTime());
      for (const run of ahead) add('time', run.jobId);
      const counted = own.filter((run) => run.isGood && !ahead.includes(run));
      for (const rule of keepRuleNames) {
        for (const some of [counted, counted.filter(isWhole)]) {
          for (const date of ['at', 'startedAt'] as const) {
            const dated = some.map((run) => ({ jobId: run.jobId, at: run[date] }));
            for (const jobId of keptBy(rule, wanted[rule] ?? 0, dated, terms.timezone)) add(rule, jobId);
          }
        }
      }
    }
  }
}

/** Back from the run: Incrementals until a Differential, then the Full. */
function chainOf(oldestFirst: readonly RetainedRun[], run: RetainedRun): readonly RetainedRun[] {
  const before = oldestFirst.slice(0, oldestFirst.indexOf(run)).filter(({ group }) => group === run.group);
  const chain = [run];
  let needs = run.level;
  for (const base of before.reverse()) {
    if (needs === 'F') break;
    if (needs === 'D' && base.level !== 'F') continue;
    chain.unshift(base);
    needs = base.level;
  }
  return chain;
}

interface Dated {
  readonly jobId: number;
  readonly at: number;
}

function keptBy(rule: KeepRuleName, count: number, newestFirst: readonly Dated[], timezone: string): readonly number[] {
  const keys = newestFirst.map((run) => keyOf(rule, run, timezone));
  const wanted = [...new Set(keys)].slice(0, count);
  return wanted.map((key) => newestFirst[keys.indexOf(key)]?.jobId ?? 0);
}

/** Its dates are written as 2026-05-01. */
const formats = new Map<string, Intl.DateTimeFormat>();

function keyOf(rule: KeepRuleName, { jobId, at }: Dated, timeZone: string): string {
  if (rule === 'last') return String(jobId);
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formats.set(timeZone, format);
  const date = format.format(at * 1000);
  if (rule === 'daily') return date;
  return rule === 'weekly' ? isoWeekOf(date) : date.slice(0, rule === 'monthly' ? 7 : 4);
}

/** A week belongs to the year of its Thursday, and is numbered by the Thursdays before it. */
function isoWeekOf(date: string): string {
  const thursday = new Date(date);
  while (thursday.getUTCDay() !== 1) thursday.setUTCDate(thursday.getUTCDate() - 1);
  thursday.setUTCDate(thursday.getUTCDate() + 3);
  const year = thursday.getUTCFullYear();
  return `${year}-W${1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day * 1000))}`;
}

const sorted = (kept: ReadonlyMap<number, Iterable<string>>): readonly (readonly [number, string])[] =>
  [...kept].map(([jobId, reasons]) => [jobId, [...reasons].sort().join(' ')] as const).sort(([a], [b]) => a - b);

/** What of the ids the others do not have. */
function missing(ids: readonly number[], others: readonly number[]): readonly number[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

const cases = { numRuns: 60 };

test('what is kept, and why, and what leaves is as in the model', () => {
  fc.assert(
    fc.property(history, (given) => {
      const decided = expiry(given.runs, given.volumes, given.terms);
      const model = expected(given);
      expect(sorted(decided.kept)).toEqual(sorted(model.kept));
      expect(decided.volumes).toEqual(model.volumes);
      for (const [mediaId, needing] of runsThatNeed(given.runs, decided.volumes.slice(0, 3))) {
        expect(needing).toEqual(model.runsThatNeed(mediaId));
      }
    }),
    cases,
  );
}, 60_000);

test('with keep rules nothing leaves that would stay without', () => {
  fc.assert(
    fc.property(history, ({ runs, volumes, terms }) => {
      const without = expiry(runs, volumes, { ...terms, keepRules: new Map() });
      const decided = expiry(runs, volumes, terms);
      expect(missing(decided.volumes, without.volumes)).toEqual([]);
    }),
    cases,
  );
}, 60_000);

test('a clock that goes wrong lets no kept run go', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: -twoYears, max: twoYears }), ({ runs, volumes, terms }, shift) => {
      const wrong = { ...terms, now: new Date(terms.now.getTime() + shift * 1000) };
      const before = expiry(runs, volumes, { ...terms, now: new Date(8.64e15) });
      const decided = expiry(runs, volumes, wrong);
      expect(missing([...before.kept.keys()], [...decided.kept.keys()])).toEqual([]);
    }),
    cases,
  );
}, 60_000);
