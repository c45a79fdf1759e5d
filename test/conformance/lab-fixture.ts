import { afterAll } from '@jest/globals';
import { Client } from 'pg';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type RunOrder } from '../../src/domain/director.port.js';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { AppError } from '../../src/domain/error-codes.js';
import { fullScope } from '../../src/domain/principal.js';
import { type Lab } from '../harness/lab/lab.js';
import { type LabOptions, startLab } from '../harness/lab/start-lab.js';
import { TcpProxy } from '../harness/fakes/tcp-proxy.js';
import { remoteDirectors, settingsOf } from './lab-subject.js';

/** Labs, and connections to them, that end with the file. */
export function labFixture() {
  const opened: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  return {
    async lab(options: LabOptions): Promise<Lab> {
      const lab = await startLab(options);
      opened.push(() => lab.stop());
      return lab;
    },
    connect(lab: Lab, change: Partial<RemoteDirectorSettings> = {}): ConnectedDirector {
      const connected = remoteDirectors().connect(settingsOf(lab, change));
      opened.push(() => connected.close());
      return connected;
    },
    async proxy(port: number): Promise<TcpProxy> {
      const proxy = await TcpProxy.to(port);
      opened.push(() => proxy.close());
      return proxy;
    },
    keep<T extends { close(): unknown }>(thing: T): T {
      opened.push(() => thing.close());
      return thing;
    },
  };
}

export function tlsOf(mode: RemoteDirectorSettings['tls']['mode'], ca: string | null = null) {
  return { mode, ca, certificate: null, key: null, serverName: null };
}

export function orderOf(job: string, more: Partial<RunOrder> = {}): RunOrder {
  return { job, level: 'Full', mark: `trap:${Math.random().toString(36).slice(2)}`, ...more };
}

/** The refusal that this must end with. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

export async function newestRun({ catalog }: ConnectedDirector) {
  return catalog.runs.findRun(fullScope, await catalog.runs.newestJobId(fullScope));
}

export async function queryCatalog(lab: Lab, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: lab.catalogUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
