import { Client } from 'pg';
import { queue } from '../test/harness/lab/lab-runs.js';
import { directorNameOf } from '../test/harness/lab/every-lab.js';
import { type Lab } from '../test/harness/lab/lab.js';
import { until } from '../test/harness/fixtures/until.js';
import { type WebhookReceiver } from '../test/harness/fakes/webhook-receiver.js';
import { quantile, type Report } from './figures.js';

const runs = 20;
/** Not ended: created, running, waiting for something. */
const underWay = "jobstatus NOT IN ('T', 'W', 'E', 'e', 'f', 'I', 'A')";

/** Milliseconds from the end of a run that bconsole started, as its catalog shows it, to the first byte at a receiver. */
export async function measureJobEnds(report: Report, lab: Lab, receiver: WebhookReceiver): Promise<void> {
  const heard = new Map<string, number>();
  receiver.answerWith(({ body }) => {
    const { data } = JSON.parse(body) as { data: { director: string; jobId: number } };
    heard.set(`${data.director} ${data.jobId}`, performance.now());
    return { status: 204 };
  });
  const catalog = new Client({ connectionString: lab.catalogUrl });
  await catalog.connect();
  const took: number[] = [];
  try {
    for (let at = 0; at < runs; at += 1) {
      const jobId = await queue(lab, 'run job=BackupAlpha level=Incremental yes');
      const endedMs = await endOf(catalog, jobId);
      const heardMs = await until(() => heard.get(`${directorNameOf(lab)} ${jobId}`) ?? null, 30_000);
      took.push(heardMs - endedMs);
    }
  } finally {
    await catalog.end();
  }
  const name = `lab_${lab.version}_end_to_receiver`;
  report.add({ name: `${name}_p50`, value: quantile(took, 0.5), unit: 'ms' });
  report.add({ name: `${name}_p95`, value: quantile(took, 0.95), unit: 'ms', aim: { atMost: 2_000 } });
}

/** The moment at which the end was seen. */
async function endOf(catalog: Client, jobId: number): Promise<number> {
  return until(async () => {
    const { rowCount } = await catalog.query(`SELECT FROM job WHERE jobid = $1 AND NOT (${underWay})`, [jobId]);
    return rowCount === 1 ? performance.now() : null;
  }, 60_000);
}
