/** What `show jobs` and `show clients` tell beyond `.defaults`. The text is for people: a line begins each resource, others are nested in it. */
export interface ShownJob {
  readonly schedule: string | null;
}

export interface ShownClient {
  readonly address: string;
  readonly enabled: boolean;
}

const jobLine = /^Job: name=(.+) JobType=\d+/;
const scheduleLine = /^Schedule: Name=(.+?) Enabled=/;
const clientLine = /^Client: Name=(.+?) Enabled=(\d+) Address=(\S*)/;

/** The schedule of each job, by the job's name. */
export function shownJobs(text: string): ReadonlyMap<string, ShownJob> {
  const jobs = new Map<string, ShownJob>();
  let job: string | null = null;
  for (const line of linesOf(text)) {
    const name = jobLine.exec(line)?.[1];
    const schedule = scheduleLine.exec(line)?.[1];
    if (name !== undefined) jobs.set((job = name), { schedule: null });
    else if (job !== null && schedule !== undefined) jobs.set(job, { schedule });
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
