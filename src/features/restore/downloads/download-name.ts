import { type DownloadFormat } from '../../../domain/download.js';
import { type RawPath } from '../../../domain/raw-path.js';

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
