import { type DownloadFormat } from '../../../domain/download.js';
import { type RawPath } from '../../../domain/catalog-entry.js';
import { type StagedFolder } from '../../../domain/staging.port.js';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Names of the subfolders of downloads. `installation` is in them, so that two consoles with one staging folder do not take each other's
 * for left-overs.
 */
export class StagedNames {
  private readonly prefix: string;
  private readonly pattern: RegExp;

  constructor(installation: Buffer) {
    this.prefix = `.backup-console-download-${installation.toString('hex').slice(0, 12)}-`;
    this.pattern = new RegExp(`^${this.prefix.replaceAll('.', '\\.')}${uuid}$`);
  }

  /** `id` is a random UUID. */
  of(id: string): string {
    return this.prefix + id;
  }

  isOwn(name: string): boolean {
    return this.pattern.test(name);
  }
}

export function pathOfStaged({ folder, name }: StagedFolder): string {
  return `${folder}/${name}`;
}

export function stagedOfPath(path: string): StagedFolder {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, at), name: path.slice(at + 1) };
}

const mostLetters = 180;
/** Control characters, and what one system or the other has for a separator or forbids in names. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** What a download is called: after the one thing that is selected, else after its client. Never a path, never hidden. */
export function downloadName(selection: readonly RawPath[], client: string, format: DownloadFormat): string {
  const [only] = selection;
  const word = selection.length === 1 && only !== undefined ? only.name.toString('utf8') : '';
  const name = safeName(word === '' ? client : word);
  return format === 'file' ? name : `${name}.${format}`;
}

function safeName(word: string): string {
  const name = Array.from(word.replace(unsafe, '_')).slice(0, mostLetters).join('').replace(/^\.+/, '_').trim();
  return name === '' ? 'download' : name;
}

/** A Content-Disposition header (RFC 6266): the name in full as RFC 5987 has it, and in ASCII for clients that do not know that. */
export function attachment(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9 ._()+-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
