import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LabLack } from './lab-lack.js';

/** Where this machine takes its own Debian packages from, and how it checks their signatures. */
export interface MachineArchive {
  readonly uris: string;
  /** Further fields of a source in deb822 form, continuation lines included. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Never copied: `Trusted: yes` would let unsigned packages in. */
const copiedFields = ['signed-by', 'check-valid-until', 'by-hash', 'architectures'];

/** Reads the main archive out of the machine's own apt sources. Throws LabLack where the machine is no Debian or names none. */
export function readMachineArchive(etc = '/etc'): MachineArchive {
  const codename = debianCodename(etc);
  const sources = sourceFiles(join(etc, 'apt')).flatMap((file) => readSources(file));
  const main = sources.find((source) => isMainArchive(source, codename));
  if (main === undefined) {
    throw new LabLack('sources', `no entry below ${etc}/apt names the main archive of ${codename}.`);
  }
  const fields = new Map([...main].filter(([name]) => copiedFields.includes(name)));
  return { uris: words(main.get('uris'))[0] ?? '', fields };
}

/** The same archive with another release of it, as a deb822 source. */
export function sourceOf(archive: MachineArchive, suite: string): string {
  const fields = [...archive.fields]
    .map(([name, value]) => `${name}:${/^\s/.test(value) ? '' : ' '}${value}\n`)
    .join('');
  return `Types: deb\nURIs: ${archive.uris}\nSuites: ${suite}\nComponents: main\n${fields}`;
}

type Source = ReadonlyMap<string, string>;

function debianCodename(etc: string): string {
  const release = join(etc, 'os-release');
  const text = existsSync(release) ? readFileSync(release, 'utf8') : '';
  const codename = /^VERSION_CODENAME="?(\w+)"?$/m.exec(text)?.[1];
  if (!/^ID="?debian"?$/m.test(text) || codename === undefined) {
    throw new LabLack(
      'machine',
      'the packages come from the Debian archive that a Debian names; this machine is none.',
    );
  }
  return codename;
}

function sourceFiles(apt: string): string[] {
  const parts = join(apt, 'sources.list.d');
  const inParts = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
  return [join(apt, 'sources.list'), ...inParts.sort()].filter(
    (file) => /\.(list|sources)$/.test(file) && existsSync(file),
  );
}

function readSources(file: string): Source[] {
  const text = readFileSync(file, 'utf8').replace(/^#.*\n?/gm, '');
  return file.endsWith('.sources') ? text.split(/\n\s*\n/).map(readStanza) : text.split('\n').flatMap(readLine);
}

function readStanza(stanza: string): Source {
  const fields = stanza.matchAll(/^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t]+.*)*)/gm);
  return new Map([...fields].map(([, name = '', value = '']) => [name.toLowerCase(), value.trimEnd()]));
}

function readLine(line: string): Source[] {
  const found = /^deb\s+(?:\[([^\]]*)\]\s*)?(\S+)\s+(\S+)\s+(.*)$/.exec(line.trim());
  if (!found) return [];
  const [, options = '', uris = '', suites = '', components = ''] = found;
  const pairs = words(options).map((option) => option.split('=', 2) as [string, string]);
  return [new Map([['types', 'deb'], ['uris', uris], ['suites', suites], ['components', components], ...pairs])];
}

function isMainArchive(source: Source, codename: string): boolean {
  return (
    source.get('enabled') !== 'no' &&
    words(source.get('types')).includes('deb') &&
    words(source.get('suites')).includes(codename) &&
    words(source.get('components')).includes('main')
  );
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((word) => word !== '');
}
