import { Client } from 'pg';
import { until } from '../fixtures/until.js';
import { type Lab } from './lab.js';

export interface EndedRun {
  readonly jobId: number;
  /** The catalog's letter: T, W, E, f, A … */
  readonly status: string;
  readonly files: number;
  readonly errors: number;
}

const stillGoing = 'CRBFSMmsjcdtpiaLlqv';

/** Gives bconsole a `run` or `restore` command, `yes` included, and answers the id of the run that it queued. */
export async function queue(lab: Lab, command: string): Promise<number> {
  const said = await lab.bconsole([command]);
  const id = /Job queued\. JobId=(\d+)/.exec(said)?.[1];
  if (id === undefined) throw new Error(`The Director queued nothing. bconsole said: ${said}`);
  return Number(id);
}

/** Waits in the catalog for the end of a run. */
export async function waitForEnd(lab: Lab, jobId: number, limitMs = 120_000): Promise<EndedRun> {
  const client = new Client({ connectionString: lab.catalogUrl });
  await client.connect();
  try {
    return await until(async () => {
      const sql = 'SELECT jobstatus AS status, jobfiles AS files, joberrors AS errors FROM job WHERE jobid = $1';
      const { rows } = await client.query<Omit<EndedRun, 'jobId'>>(sql, [jobId]);
      return rows[0] && !stillGoing.includes(rows[0].status) ? { jobId, ...rows[0] } : null;
    }, limitMs);
  } finally {
    await client.end();
  }
}

export async function runToEnd(lab: Lab, command: string): Promise<EndedRun> {
  return waitForEnd(lab, await queue(lab, command));
}
