import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Client } from 'pg';

/** What must hold of a console's catalog and folders after whatever struck it, found again by plain SQL and plain tools. */
export class CrashInvariants {
  /** Size and time of volumes that `tar` has read to their end already. */
  private readonly read = new Map<string, string>();

  /** `volumes`: the storage's folder; `scratch`: where manifests lie while a backup runs. */
  constructor(
    private readonly volumes: string,
    private readonly scratch: string,
  ) {}

  /** A line for each thing that is wrong. What is still under way counts as wrong. */
  async flaws(catalog: Client): Promise<readonly string[]> {
    const runs = await this.flawsOfRuns(catalog);
    return runs.length > 0 ? runs : [...(await this.flawsOfVolumes(catalog)), ...this.leftovers()];
  }

  private async flawsOfRuns(catalog: Client): Promise<readonly string[]> {
    const { rows } = await catalog.query<{ text: string }>(
      `SELECT format('run %s has status %s', jobid, jobstatus) AS text FROM job WHERE jobstatus NOT IN ('T', 'W', 'f', 'A')
       UNION ALL SELECT format('run %s failed without a reason', jobid) FROM job WHERE jobstatus = 'f'
         AND NOT EXISTS (SELECT 1 FROM log WHERE log.jobid = job.jobid AND logtext LIKE '%Fatal error: %')
       UNION ALL SELECT format('volume %s is %s', volumename, volstatus) FROM media WHERE volstatus = 'Error'`,
    );
    return rows.map(({ text }) => text);
  }

  /** Each volume is a whole sequence of tar entries of exactly its committed length, and but for the storage's mark there is no other file. */
  private async flawsOfVolumes(catalog: Client): Promise<readonly string[]> {
    const { rows } = await catalog.query<{ name: string; bytes: number }>(
      'SELECT volumename AS name, volbytes::float8 AS bytes FROM media',
    );
    const flaws: string[] = [];
    for (const { name, bytes } of rows) {
      const file = join(this.volumes, `${name}.tar.gz`);
      const size = existsSync(file) ? statSync(file).size : 0;
      if (size !== bytes) flaws.push(`volume ${name} has ${size} bytes, recorded are ${bytes}`);
      else if (bytes > 0) this.readToEnd(file);
    }
    const known = new Set(rows.map(({ name }) => `${name}.tar.gz`));
    const strangers = readdirSync(this.volumes).filter(
      (file) => !known.has(file) && !file.startsWith('.backup-console-storage-'),
    );
    return [...flaws, ...strangers.map((file) => `${file} is no volume of the catalog`)];
  }

  private readToEnd(file: string): void {
    const { size, mtimeMs } = statSync(file);
    const state = `${size} ${mtimeMs}`;
    if (this.read.get(file) === state) return;
    execFileSync('gzip', ['-t', file]);
    execFileSync('tar', ['-tzf', file], { maxBuffer: 2 ** 26 });
    this.read.set(file, state);
  }

  private leftovers(): readonly string[] {
    return readdirSync(this.scratch)
      .filter((file) => file.startsWith('manifest-'))
      .map((file) => `${file} was left behind`);
  }
}
