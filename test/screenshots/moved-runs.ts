import { type Client } from 'pg';

/** A run that was really made, and when it is to have been. */
export interface MovedRun {
  readonly jobId: number;
  /** By which schedule it is to have been started. */
  readonly schedule: string;
  readonly plannedAt: Date;
  readonly startedAt: Date;
  readonly seconds: number;
}

interface JobRow {
  readonly name: string;
  readonly job: string;
  readonly started: Date;
  readonly bytes: string;
}

const columnOf = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
const timePattern = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

/** Moves runs to other times in the catalog (which has UTC), with their logs and the volumes they lie on. */
export async function moveRuns(catalog: Client, runs: readonly MovedRun[]): Promise<void> {
  for (const run of runs) await moveRun(catalog, run);
  const written = (order: string) =>
    `(SELECT ${order}(j.endtime) FROM jobmedia m JOIN job j USING (jobid) WHERE m.mediaid = media.mediaid)`;
  await catalog.query(
    `UPDATE media SET firstwritten = ${written('min')}, labeldate = ${written('min')}, initialwrite = ${written('min')},
       lastwritten = ${written('max')}`,
  );
  await catalog.query('UPDATE fileset SET createtime = (SELECT min(starttime) FROM job)');
}

async function moveRun(catalog: Client, run: MovedRun): Promise<void> {
  const { rows } = await catalog.query<JobRow>(
    `SELECT name, job, starttime AT TIME ZONE 'UTC' AS started, jobbytes AS bytes FROM job WHERE jobid = $1`,
    [run.jobId],
  );
  const row = rows[0]!;
  const endedAt = new Date(run.startedAt.getTime() + run.seconds * 1000);
  const number = String((run.jobId % 99) + 1).padStart(2, '0');
  const uniqueName = `${row.name}.${columnOf(run.plannedAt).replace(' ', '_').replaceAll(':', '.')}_${number}`;
  await catalog.query(
    `UPDATE job SET job = $2, schedtime = $3, starttime = $4, realstarttime = $4, endtime = $5, realendtime = $5,
       jobtdate = $6, comment = $7 WHERE jobid = $1`,
    [
      run.jobId,
      uniqueName,
      columnOf(run.plannedAt),
      columnOf(run.startedAt),
      columnOf(endedAt),
      Math.floor(run.startedAt.getTime() / 1000),
      `schedule:${run.schedule}`,
    ],
  );
  await moveLog(catalog, run, { row, uniqueName, endedAt });
}

interface NewPlace {
  readonly row: JobRow;
  readonly uniqueName: string;
  readonly endedAt: Date;
}

/** The first line is of the start, the others are of the end: what happens between them says nothing of its own. */
async function moveLog(catalog: Client, run: MovedRun, { row, uniqueName, endedAt }: NewPlace): Promise<void> {
  const lines = await catalog.query<{ logid: number; logtext: string }>(
    'SELECT logid, logtext FROM log WHERE jobid = $1 ORDER BY logid',
    [run.jobId],
  );
  const rate = (Number(row.bytes) / run.seconds / 1000).toFixed(1);
  for (const [index, { logid, logtext }] of lines.rows.entries()) {
    const text = logtext
      .replaceAll(row.job, uniqueName)
      .replaceAll(timePattern, (time, at: number) =>
        columnOf(logtext.slice(0, at).endsWith('Start time:             ') ? run.startedAt : endedAt),
      )
      .replace(/(Elapsed time: +)\d+ secs/, `$1${run.seconds} secs`)
      .replace(/(Rate: +)[\d.]+ KB/, `$1${rate} KB`);
    const at = index === 0 ? run.startedAt : endedAt;
    await catalog.query('UPDATE log SET "time" = $2, logtext = $3 WHERE logid = $1', [logid, columnOf(at), text]);
  }
}
