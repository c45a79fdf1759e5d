import { levelOfLetter } from '../../domain/job.js';
import { endedLetters } from '../../domain/run.js';
import { type AffectedRun, type ForgetChoice, type ForgettingLoss, ImpactTally } from '../../domain/volume-impact.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf } from '../rows.js';
import { isGoodBackup, isGoodRun, isPointLevel, isUnpurged } from '../runs/retained-runs.js';

const limitMs = 20_000;

const ended: ReadonlySet<string> = new Set(endedLetters);

export async function lossOf(
  catalog: CatalogConnection,
  mediaId: number | null,
  choice: ForgetChoice,
): Promise<ForgettingLoss> {
  const { leaving, clientIds } = await findLeaving(catalog, mediaId, choice);
  const tally = new ImpactTally(leaving);
  await tellHistory(catalog, clientIds, tally);
  return tally.result();
}

/** As the Director chooses: by the data's time and the volume's own retention, in whole seconds, and never a run that has not ended. */
const expired = `AND j.jobstatus IN (${endedLetters.map((letter) => `'${letter}'`).join()})
  AND j.jobtdate < floor(date_part('epoch', now())) - (SELECT volretention FROM media WHERE mediaid = $1)`;

type LeavingRow = [jobid: number, clientid: number | null, client: string | null, fileset: string | null, files: number | null, bytes: string | null, status: string]; // prettier-ignore

async function findLeaving(
  catalog: CatalogConnection,
  mediaId: number | null,
  choice: ForgetChoice,
): Promise<{ readonly leaving: readonly AffectedRun[]; readonly clientIds: readonly number[] }> {
  const rows: LeavingRow[] = [];
  const isNamed = typeof choice !== 'string';
  const chosen = isNamed
    ? 'SELECT unnest($1::bigint[]) AS jobid'
    : 'SELECT DISTINCT jobid FROM jobmedia WHERE mediaid = $1';
  await catalog.stream<LeavingRow>(
    `SELECT j.jobid, j.clientid, c.name, fs.fileset, j.jobfiles, j.jobbytes, j.jobstatus
     FROM (${chosen}) chosen JOIN job j ON j.jobid = chosen.jobid
     LEFT JOIN client c ON c.clientid = j.clientid LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
     WHERE true ${choice === 'expired' ? expired : ''}`,
    [isNamed ? choice.runs : mediaId],
    limitMs,
    (portion) => {
      for (const row of portion) rows.push(row);
    },
  );
  const ids = rows.map(([jobid]) => jobid);
  const partly = mediaId === null ? new Set<number>() : await findPartly(catalog, mediaId, ids);
  const copied = choice === 'deleted' ? new Set<number>() : await findCopied(catalog, ids);
  const leaving = rows.map(([jobId, , client, fileset, files, bytes, status]) => ({
    jobId,
    client: client ?? '',
    fileset: fileset ?? '',
    files: integerOf(files),
    bytes: integerOf(bytes),
    isPartly: partly.has(jobId),
    isCopied: copied.has(jobId),
    isUnfinished: !ended.has(status),
  }));
  return { leaving, clientIds: [...new Set(rows.flatMap(([, clientid]) => clientid ?? []))] };
}

async function findPartly(
  catalog: CatalogConnection,
  mediaId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await catalog.arrays<[number]>(
    'SELECT DISTINCT jobid FROM jobmedia WHERE jobid = ANY ($1::bigint[]) AND mediaid <> $2',
    [ids, mediaId],
  );
  return new Set(rows.map(([jobid]) => jobid));
}

/** The Director turns the copy of a run into the backup itself when the run is forgotten; not where its volume is deleted. */
async function findCopied(catalog: CatalogConnection, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await catalog.arrays<[number]>(
    `SELECT DISTINCT j.priorjobid FROM job j
     WHERE j.type = 'C' AND ${isGoodRun} AND ${isUnpurged}
       AND j.priorjobid = ANY ($1::bigint[]) AND NOT j.jobid = ANY ($1::bigint[])`,
    [ids],
  );
  return new Set(rows.map(([priorjobid]) => priorjobid));
}

/** Spelt as restore-chain.ts has them; a volume that is missing from the catalog has no segments that say so. */
const onLostVolumes = `SELECT DISTINCT jobid FROM jobmedia
  WHERE mediaid IN (SELECT mediaid FROM media WHERE volstatus IN ('Error', 'Purged', 'Recycle'))`;

type HistoryRow = [jobid: number, client: string, fileset: string | null, level: string, jobtdate: string | null];

async function tellHistory(
  catalog: CatalogConnection,
  clientIds: readonly number[],
  tally: ImpactTally,
): Promise<void> {
  if (clientIds.length === 0) return;
  const unreadable = new Set((await catalog.arrays<[number]>(onLostVolumes, [])).map(([jobid]) => jobid));
  await catalog.stream<HistoryRow>(
    `SELECT j.jobid, c.name, fs.fileset, j.level, j.jobtdate
     FROM job j JOIN client c ON c.clientid = j.clientid LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
     WHERE j.clientid = ANY ($1::bigint[]) AND ${isGoodBackup} AND ${isUnpurged} AND ${isPointLevel}
     ORDER BY j.jobtdate, j.jobid`,
    [clientIds],
    limitMs,
    (portion) => {
      for (const [jobId, client, fileset, level, dataTime] of portion) {
        tally.add({
          jobId,
          client,
          fileset: fileset ?? '',
          level: levelOfLetter(level),
          dataTime: integerOf(dataTime),
          isUnreadable: unreadable.has(jobId),
        });
      }
    },
  );
}
