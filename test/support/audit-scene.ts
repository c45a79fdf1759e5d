import { expect } from '@jest/globals';
import { DenialLog } from '../../src/auth/denials/denial-log.js';
import { call, itemsOf } from './access-calls.js';
import { type PaperApp, startPaperApp } from './paper-app.js';

export type Row = Readonly<Record<string, unknown>>;

/** The console over Directors on paper, behind a proxy that tells addresses, and an auditor who reads what is on record. */
export class AuditScene {
  private constructor(
    readonly paper: PaperApp,
    /** Cookie of the admin, who may read audit records. */
    public admin: string,
  ) {}

  static async start(): Promise<AuditScene> {
    const paper = await startPaperApp({ TRUSTED_PROXIES: '127.0.0.1' });
    return new AuditScene(paper, paper.admin.cookie);
  }

  /** Newest first, what waits to be written included. */
  async list(query: string): Promise<readonly Row[]> {
    await this.paper.app.get(DenialLog).flush();
    const answer = await call(this.paper.app, 'GET', `/api/v1/admin/audit?${query}`, { cookie: this.admin });
    expect([query, answer.status]).toEqual([query, 200]);
    // What follows is newer than what was read, in the order of the list too.
    this.paper.app.clock.advance(0.001);
    return itemsOf(answer);
  }

  async newest(query: string): Promise<Row | undefined> {
    return (await this.list(`${query}&limit=1`))[0];
  }

  /** Every record as one text; what somebody typed or held must not be in it. */
  async everything(): Promise<string> {
    await this.paper.app.get(DenialLog).flush();
    return JSON.stringify(await this.paper.app.database.query<Row[]>('SELECT * FROM audit_record'));
  }
}

/** A request that a proxy passed on for this address. */
export function from(ip: string): Record<string, string> {
  return { 'x-forwarded-for': ip };
}
