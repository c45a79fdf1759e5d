import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reservePorts } from '../../harness/lab/loopback-port.js';
import { OwnedProcess } from '../../harness/lab/owned-process.js';
import { type PrometheusPrograms } from './prometheus-programs.js';

const shipped = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url));

/** The files that operators are given. */
export const shippedConfiguration = join(shipped, 'prometheus.yml');
export const shippedRules = join(shipped, 'alerts.yml');

interface Vector {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [at: number, value: string];
}

/** A real Prometheus on loopback that scrapes one console by the shipped configuration, only faster. */
export class WatchingPrometheus {
  private constructor(
    readonly folder: string,
    readonly configuration: string,
    private readonly url: string,
    private readonly server: OwnedProcess,
  ) {}

  static async start(
    programs: PrometheusPrograms,
    target: { readonly url: string; readonly token: string },
    intervalSeconds: number,
  ): Promise<WatchingPrometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'backup-console-prometheus-'));
    const configuration = writeConfiguration(folder, target, intervalSeconds);
    mkdirSync(join(folder, 'data'));
    const [port = 0] = await reservePorts(1);
    const args = [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const command = { file: programs.server, args };
    const logFile = join(folder, 'prometheus.log');
    const server = await OwnedProcess.start({ what: 'Prometheus', command, port, logFile, env: {} });
    return new WatchingPrometheus(folder, configuration, `http://127.0.0.1:${port}/api/v1`, server);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What `data` of an answer of its API holds. */
  async ask<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(60_000) });
    const answer = (await response.json()) as { readonly status: string; readonly data: T };
    if (answer.status !== 'success') throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async query(expression: string): Promise<readonly Vector[]> {
    const { result } = await this.ask<{ result: readonly Vector[] }>(`/query?query=${encodeURIComponent(expression)}`);
    return result;
  }

  /** The figure of the one series that the expression answers. */
  async figure(expression: string): Promise<number> {
    const found = await this.query(expression);
    if (found.length !== 1) throw new Error(`${expression} has ${found.length} series.`);
    return Number(found[0]!.value[1]);
  }

  /** Lines of its log that are more than information. */
  complaints(): string[] {
    const lines = readFileSync(join(this.folder, 'prometheus.log'), 'utf8').split('\n');
    return lines.filter((line) => line !== '' && !/ level=(info|debug) /.test(line));
  }
}

function writeConfiguration(
  folder: string,
  { url, token }: { readonly url: string; readonly token: string },
  intervalSeconds: number,
): string {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const text = readFileSync(shippedConfiguration, 'utf8')
    .replaceAll(/interval: 30s/g, `interval: ${intervalSeconds}s`)
    .replace('/etc/prometheus/backup-console.token', tokenFile)
    .replace('127.0.0.1:8080', new URL(url).host)
    .replace('alerts.yml', shippedRules);
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, text);
  return file;
}
