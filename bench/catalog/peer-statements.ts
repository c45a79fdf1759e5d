import { type Search } from './searches.js';

/** What the peers send to a catalog for the same need, in our words and on Bacula's columns; whatever they filter or merge in their own code is not in it. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const asText = (column: string): string => `convert_to(${column}, 'SQL_ASCII')`;

/** Bacularis, "in which jobs of this client is a file of this name": all jobs, no merge, no page. */
export function bacularisSearch(client: string, { like }: Search): Statement {
  return {
    text: `SELECT job.jobid, job.name, job.starttime, ${asText('path.path')}, ${asText('file.filename')}, file.lstat
      FROM client JOIN job ON job.clientid = client.clientid JOIN file ON file.jobid = job.jobid JOIN path ON path.pathid = file.pathid
      WHERE client.clientid = (SELECT clientid FROM client WHERE name = $1) AND file.fileindex > 0 AND file.filename LIKE $2
      ORDER BY job.starttime DESC`,
    values: [client, like],
  };
}

/** bacula-web, "files of this job": one job at a time, in name or path. */
export function baculaWebSearch(jobId: number, { like }: Search): Statement {
  return {
    text: `SELECT ${asText('path.path')}, ${asText('file.filename')}, file.lstat, file.fileindex
      FROM file JOIN path ON path.pathid = file.pathid JOIN job ON job.jobid = file.jobid
      WHERE file.jobid = $1 AND (file.filename LIKE $2 OR path.path LIKE $2) ORDER BY file.fileindex LIMIT 100 OFFSET 0`,
    values: [jobId, like],
  };
}

/** Bareos, the folders in a folder: without those whose newest record in the chain says that they are gone. */
export function bareosFolders(jobids: readonly number[], pathId: number): Statement {
  return {
    text: `SELECT DISTINCT ON (path.path) child.pathid, ${asText('path.path')}, own.jobid, own.lstat
      FROM (
        SELECT DISTINCT h.pathid FROM pathhierarchy h JOIN pathvisibility v ON v.pathid = h.pathid
        WHERE h.ppathid = $2 AND v.jobid = ANY ($1::integer[])) child
      JOIN path ON path.pathid = child.pathid
      LEFT JOIN (
        SELECT gone.pathid FROM file gone JOIN (
          SELECT pathid, max(jobid) AS jobid FROM pathvisibility WHERE jobid = ANY ($1::integer[]) GROUP BY pathid) last
          ON last.pathid = gone.pathid AND last.jobid = gone.jobid
        WHERE gone.fileindex <= 0 AND gone.filename = '' AND gone.jobid = ANY ($1::integer[])) deleted ON deleted.pathid = child.pathid
      LEFT JOIN (
        SELECT pathid, jobid, lstat FROM file WHERE filename = '' AND jobid = ANY ($1::integer[])) own ON own.pathid = child.pathid
      WHERE deleted.pathid IS NULL ORDER BY path.path, own.jobid DESC LIMIT 1000`,
    values: [jobids, pathId],
  };
}

/** Bareos, the files in a folder: the newest record of each name, then without deletions. */
export function bareosFiles(jobids: readonly number[], pathId: number): Statement {
  return {
    text: `SELECT ${asText('filename')}, fileid, jobid, lstat, md5
      FROM (
        SELECT DISTINCT ON (file.filename) file.filename, file.fileid, file.jobid, file.lstat, file.md5, file.fileindex
        FROM file JOIN job ON job.jobid = file.jobid
        WHERE file.jobid = ANY ($1::integer[]) AND file.pathid = $2 AND file.filename <> ''
        ORDER BY file.filename, job.starttime DESC) newest
      WHERE fileindex > 0 ORDER BY filename LIMIT 1000`,
    values: [jobids, pathId],
  };
}

/** Bareos, the versions of a file with their volumes. */
export function bareosVersions(client: string, pathId: number, name: string): Statement {
  return {
    text: `SELECT file.fileid, file.jobid, file.lstat, file.md5, media.volumename, media.inchanger
      FROM file JOIN job ON job.jobid = file.jobid JOIN client ON client.clientid = job.clientid
      JOIN jobmedia ON jobmedia.jobid = job.jobid JOIN media ON media.mediaid = jobmedia.mediaid
      WHERE client.name = $1 AND file.pathid = $2 AND file.filename = $3
        AND file.fileindex >= jobmedia.firstindex AND file.fileindex <= jobmedia.lastindex
      ORDER BY file.fileid`,
    values: [client, pathId, name],
  };
}

/** Bacularis, the list of jobs: each with its first volume, of which windows over all of JobMedia tell. */
export function bacularisJobs(where = 'true', values: unknown[] = []): Statement {
  return {
    text: `SELECT job.*, client.name AS client, pool.name AS pool, fileset.fileset, volume.firstvolume, volume.volumes
      FROM job LEFT JOIN client ON client.clientid = job.clientid LEFT JOIN pool ON pool.poolid = job.poolid
      LEFT JOIN fileset ON fileset.filesetid = job.filesetid
      LEFT JOIN (
        SELECT DISTINCT jobmedia.jobid, first_value(media.volumename) OVER (PARTITION BY jobmedia.jobid ORDER BY jobmedia.jobmediaid) AS firstvolume,
          count(*) OVER (PARTITION BY jobmedia.jobid) AS volumes
        FROM jobmedia JOIN media ON media.mediaid = jobmedia.mediaid) volume ON volume.jobid = job.jobid
      WHERE ${where} ORDER BY job.jobid DESC LIMIT 100`,
    values,
  };
}

/** What any report asks that keeps nothing: ninety days by day and level. */
export const groupByDay: Statement = {
  text: `SELECT date_trunc('day', starttime) AS day, level, count(*), sum(jobbytes), sum(jobfiles) FROM job
    WHERE starttime >= now() - interval '90 days' AND type = 'B' GROUP BY 1, 2 ORDER BY 1, 2`,
  values: [],
};

export const topClients: Statement = {
  text: `SELECT client.name, count(*), sum(jobbytes) AS bytes FROM job JOIN client ON client.clientid = job.clientid
    WHERE starttime >= now() - interval '90 days' AND type = 'B' GROUP BY client.name ORDER BY bytes DESC LIMIT 20`,
  values: [],
};

/** The last good backup of every client, each time anew. */
export const lastBackups: Statement = {
  text: `SELECT client.name, max(job.endtime) FROM job JOIN client ON client.clientid = job.clientid
    WHERE job.type = 'B' AND job.jobstatus IN ('T', 'W') GROUP BY client.name`,
  values: [],
};
