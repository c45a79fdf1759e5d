import { randomBytes } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageFixture } from './page-fixture.js';

/** Two backups of the letters; before the second one the plans were overwritten today. */
export interface KeptPlans {
  readonly letters: string;
  readonly plans: string;
  readonly yesterdays: Buffer;
  readonly todays: Buffer;
  /** The name of a file that would be a script if it were no text. */
  readonly hostile: string;
  readonly first: number;
  readonly second: number;
}

export async function keepPlans(fixture: PageFixture): Promise<KeptPlans> {
  const letters = join(fixture.source, 'letters');
  const plans = join(letters, 'drafts', 'plans.bin');
  const hostile = join(letters, '<img src=x onerror=alert(1)>.txt');
  const [yesterdays, todays] = [randomBytes(70_000), randomBytes(71_000)];
  mkdirSync(join(letters, 'drafts'));
  writeFileSync(plans, yesterdays);
  const noonYesterday = new Date(new Date().setHours(12, 0, 0, 0) - 24 * 3_600_000);
  utimesSync(plans, noonYesterday, noonYesterday);
  writeFileSync(hostile, 'text');
  writeFileSync(oddName(letters), 'odd');
  const first = await fixture.runJob('Letters');
  writeFileSync(plans, todays);
  const second = await fixture.runJob('Letters');
  return { letters, plans, yesterdays, todays, hostile, first, second };
}

/** A name that is no UTF-8. */
export function oddName(folder: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/odd-`), Buffer.from([0xff])]);
}

export function refOf(path: string): string {
  return Buffer.from(path).toString('base64url');
}

/** A page of a folder with very many files. */
export function manyFiles(from: number, nextCursor: string | null) {
  const items = Array.from({ length: 200 }, (_, index) => fileNumber(from + index));
  return { json: { items, nextCursor, chain: { jobids: [1], missingJobids: [] } } };
}

export function fileNumber(index: number) {
  const path = `/${'a long folder '.repeat(20)}/file-${index}`;
  const facts = { type: 'file', director: 'embedded', client: 'local', jobId: 1, fileId: String(index), size: 5 };
  return { ...facts, path, name: `file-${index}`, modifiedAt: null, mode: 33188, lossy: false, ref: refOf(path) };
}

/** The folders that are opened one after the other on the way down to this one. */
export function stepsTo(folder: string): readonly string[] {
  const names = folder.split('/').filter((name) => name !== '');
  return ['/', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}/`)];
}
