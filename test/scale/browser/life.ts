import { Client } from 'pg';

/** Runs that begin and end in a catalog meanwhile, one after another, so that the page is told of changes all the time. */
export class Life {
  private isOver = false;
  private readonly living: Promise<void>;

  private constructor(private readonly catalog: Client) {
    this.living = this.live();
    this.living.catch(() => undefined);
  }

  static async begin(catalogUrl: string): Promise<Life> {
    const catalog = new Client({ connectionString: catalogUrl });
    // Where the suite failed the server goes first, and that must not hide the reason.
    catalog.on('error', () => undefined);
    await catalog.connect();
    return new Life(catalog);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.living;
    await this.catalog.end();
  }

  private async live(): Promise<void> {
    while (!this.isOver) {
      const { rows } = await this.catalog.query<{ jobid: number }>(beginText);
      for (const files of [1_000, 20_000]) {
        await new Promise((resolve) => setTimeout(resolve, stepMs));
        await this.catalog.query(progressText, [rows[0]?.jobid, files]);
      }
      await this.catalog.query(endText, [rows[0]?.jobid]);
    }
  }
}

const stepMs = 1_500;

const beginText = `
  INSERT INTO job (jobid, job, name, type, level, clientid, jobstatus, schedtime, starttime, poolid, filesetid, writestorageid, purgedfiles)
  SELECT jobid, 'backup-client00001.life_' || jobid, 'backup-client00001', 'B', 'I', 1, 'R', t, t, 1, 1, 1, 1
  FROM nextval('job_jobid_seq') jobid, LATERAL (SELECT now() AT TIME ZONE 'UTC' AS t) at RETURNING jobid`;
const progressText = 'UPDATE job SET jobfiles = $2::integer, jobbytes = $2::integer * 90000::bigint WHERE jobid = $1';
const endText = `
  UPDATE job SET jobstatus = 'T', endtime = now() AT TIME ZONE 'UTC', realendtime = now() AT TIME ZONE 'UTC',
    jobtdate = extract(epoch FROM now()) WHERE jobid = $1`;
