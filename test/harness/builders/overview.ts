const dayMs = 86_400_000;

/** A moment so many days ago. */
export function dayOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString();
}

/** Days in UTC, today the last. */
export function lastDays(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayOf(count - 1 - index).slice(0, 10));
}

export interface MadeCheck {
  readonly id: string;
  readonly director: string;
  readonly component: string;
  readonly status: string;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly value: number | null;
  readonly unit: string | null;
  readonly message: string;
  readonly hint: string | null;
  readonly observedAt: string;
}

/** One check of health; well where nothing is said. */
export function finding(
  id: string,
  status = 'ok',
  message = 'Nothing is wrong.',
  hint: string | null = null,
): MadeCheck {
  const [component = 'director'] = id.split(/[.:]/);
  const said = { code: id, params: {} };
  const about = { director: 'embedded', component, ...said, value: null, unit: null, observedAt: dayOf(0) };
  return { id, status, message, hint, ...about };
}

/** An answer of health with these checks alone. */
export function madeHealth(body: object, checks: readonly MadeCheck[]): object {
  return { ...body, status: checks[0]?.status ?? 'ok', checks };
}

/** Fourteen days of a client: outcomes by how many days ago, of the others the last. */
export function madeClient(client: string, known: Readonly<Record<number, string>>, other = 'completed') {
  return { client, director: 'embedded', days: madeDays(known, other) };
}

/** The same of a job. */
export function madeJob(job: string, known: Readonly<Record<number, string>>, other = 'completed') {
  return {
    job,
    director: 'embedded',
    days: madeDays(known, other).map((day) => ({ ...day, bytes: day.runs * 2 ** 20 })),
  };
}

function madeDays(known: Readonly<Record<number, string>>, other: string) {
  return lastDays(14).map((day, index) => {
    const outcome = known[13 - index] ?? other;
    const of = (...outcomes: readonly string[]): number => (outcomes.includes(outcome) ? 1 : 0);
    return {
      day,
      outcome,
      missed: of('missed'),
      runs: of('completed', 'warning', 'error', 'canceled', 'running'),
      completed: of('completed'),
      warning: of('warning'),
      error: of('error'),
      canceled: of('canceled'),
    };
  });
}

/** A client that has been silent for so long and was never backed up. */
export function madeSilent(name: string, ageSeconds: number) {
  const silence = {
    status: 'crit',
    lastSuccessAt: null,
    ageSeconds,
    warnSeconds: 1,
    critSeconds: 2,
    pausedUntil: null,
  };
  const jobs = { ok: 0, warn: 0, crit: 0, never: 1, unknown: 0, notMonitored: 0 };
  const protection = { status: 'never', countsAs: 'crit', jobs };
  return {
    name,
    director: 'embedded',
    address: null,
    version: null,
    enabled: true,
    firstSeenAt: dayOf(20),
    silence,
    protection,
  };
}
