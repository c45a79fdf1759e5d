import { clients, type FileHistory } from '../generators/file-history.js';

/** A search, as the console and as SQL accept it. */
export interface Search {
  readonly q: string;
  readonly exact: boolean;
  /** For LIKE and ILIKE. */
  readonly like: string;
}

/** The largest client, and smaller ones; each of them has one long chain. */
export const searchedClients = [1, 9, 39];
export const chainLengths = [1, 7, 30];

/** The first runs of a client. */
export function chainOf(client: number, length: number): readonly number[] {
  return Array.from({ length }, (_, night) => night * clients + client);
}

export function clientName(client: number): string {
  return `client${client}-fd`;
}

/** Rare names come from the data, so that they exist at every size; every size has the others. */
export function searchesByKind(facts: FileHistory): ReadonlyMap<string, readonly Search[]> {
  const rare = facts.rareNames.slice(0, 2);
  return new Map([
    ['exact_rare', rare.map(exactly)],
    ['exact_common', ['README.md', 'index.html'].map(exactly)],
    ['part_rare', rare.map((name) => part(name.replace(/^.*?(.{9})\.[^.]*$/, '$1')))],
    ['part_some', ['batock', 'invoice_'].map(part)],
    ['part_common', ['report', 'data'].map(part)],
    ['beginning', ['PIC_2025', 'libdata'].map((text) => ({ q: `${text}*`, exact: false, like: `${escaped(text)}%` }))],
    ['ending', ['.docx', '.py'].map((text) => ({ q: `*${text}`, exact: false, like: `%${escaped(text)}` }))],
    ['nothing', ['zzqxqzz', 'README.mdx'].map(part)],
  ]);
}

function exactly(name: string): Search {
  return { q: name, exact: true, like: escaped(name) };
}

function part(text: string): Search {
  return { q: text, exact: false, like: `%${escaped(text)}%` };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export function searchPath({ q, exact }: Search, jobids: readonly number[], limit: number): string {
  const flag = exact ? '&exact=true' : '';
  return `/restore/bvfs/search?jobids=${jobids.join()}&q=${encodeURIComponent(q)}${flag}&limit=${limit}`;
}
