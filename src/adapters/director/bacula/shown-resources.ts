/** A `Run` line of a schedule: when on its days it starts, in the Director's local time. */
export interface RunLine {
  readonly level: string;
  /** Ascending, 0 to 23. */
  readonly hours: readonly number[];
  readonly minute: number;
}

/** What `show jobs` and `show clients` tell beyond `.defaults`. The text is for people: a line begins each resource, others are nested in it. */
export interface ShownJob {
  readonly schedule: string | null;
  readonly runLines: readonly RunLine[];
}

export interface ShownClient {
  readonly address: string;
  readonly enabled: boolean;
}

const jobLine = /^Job: name=(.+) JobType=\d+/;
const scheduleLine = /^Schedule: Name=(.+?) Enabled=/;
const runLine = /^Run Level=(.*)/;
const hoursLine = /^\s*hour=([\d ]+)/;
const minuteLine = /^\s*mins=(\d+)/;
const clientLine = /^Client: Name=(.+?) Enabled=(\d+) Address=(\S*)/;

/** The schedule of each job, by the job's name. */
export function shownJobs(text: string): ReadonlyMap<string, ShownJob> {
  const jobs = new Map<
    string,
    { schedule: string | null; runLines: { level: string; hours: number[]; minute: number }[] }
  >();
  let job: string | null = null;
  for (const line of linesOf(text)) {
    const name = jobLine.exec(line)?.[1];
    if (name !== undefined) jobs.set((job = name), { schedule: null, runLines: [] });
    const shown = job === null ? undefined : jobs.get(job);
    if (!shown) continue;
    shown.schedule = scheduleLine.exec(line)?.[1] ?? shown.schedule;
    const level = runLine.exec(line)?.[1];
    if (level !== undefined) shown.runLines.push({ level: level.trim(), hours: [], minute: 0 });
    const last = shown.runLines.at(-1);
    const [hours, minute] = [hoursLine.exec(line)?.[1], minuteLine.exec(line)?.[1]];
    if (last && hours !== undefined) last.hours = hours.trim().split(' ').map(Number);
    if (last && minute !== undefined) last.minute = Number(minute);
  }
  return jobs;
}

export function shownClients(text: string): ReadonlyMap<string, ShownClient> {
  const found = linesOf(text).map((line) => clientLine.exec(line));
  return new Map(
    found
      .filter((match) => match !== null)
      .map(([, name = '', enabled, address = '']) => [name, { address, enabled: enabled !== '0' }]),
  );
}

/** Arrows stand before what belongs to the resource above. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/^\s*--> /, ''));
}
