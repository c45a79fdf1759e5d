import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type CatalogTls, type RemoteDirectorSettings } from '../../../domain/director-settings.js';
import { type FileParameter, readPostgresUrl, withoutFiles } from '../../../database/postgres-url.js';
import { belongTogether, certificatesIn, longestPem, privateKeyIn } from '../../../platform/security/pem.js';

/** Files that a catalog URL names cannot be used. The message names the Director, and the parameter with its file. */
export class CatalogFileFault extends Error {}

/**
 * The settings with the contents of the files named by the catalog URL in `catalogTls`, and a URL without them; the same object if
 * it names none. Only certificates and a private key are accepted: certificates are shown in answers, and a URL from the API could
 * name any file. Throws CatalogFileFault.
 */
export function withCatalogFilesRead(settings: RemoteDirectorSettings): RemoteDirectorSettings {
  const { name, catalogUrl } = settings;
  const { files } = readPostgresUrl(catalogUrl);
  if (Object.keys(files).length === 0) return settings;
  const fault = (what: string): CatalogFileFault =>
    new CatalogFileFault(`The catalog URL of Director "${name}" ${what}`);
  if (Object.values(settings.catalogTls).some((text) => text !== null)) {
    throw fault(`names files (${Object.keys(files).join(', ')}) in addition to catalogTls. Use only one of the two.`);
  }
  const read = (parameter: FileParameter, take: (text: string) => string | null): string | null => {
    const file = files[parameter];
    if (!file) return null;
    try {
      return pemIn(file, take);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw fault(
        `names the file ${file} in ${parameter}, which cannot be used: ${code ?? message}. Give its content in catalogTls.`,
      );
    }
  };
  const catalogTls: CatalogTls = {
    ca: read('sslrootcert', certificatesIn),
    certificate: read('sslcert', certificatesIn),
    key: read('sslkey', privateKeyIn),
  };
  if (!isWhole(catalogTls)) throw fault('names a certificate (sslcert) and a private key (sslkey) that do not match.');
  return { ...settings, catalogUrl: withoutFiles(catalogUrl), catalogTls };
}

/** Whether a certificate has its private key, and a private key its certificate. */
export function isWhole({ certificate, key }: CatalogTls): boolean {
  if (certificate === null || key === null) return certificate === key;
  return belongTogether(certificate, key);
}

/** Throws an Error that reveals nothing of the file's content. */
function pemIn(file: string, take: (text: string) => string | null): string {
  // A pipe in its place must not block the start.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(handle);
    if (!found.isFile() || found.size > longestPem) throw new Error(`it is not a file of at most ${longestPem} bytes`);
    const pem = take(readFileSync(handle, 'utf8'));
    if (pem === null) throw new Error('it contains no PEM text of that kind');
    return pem;
  } finally {
    closeSync(handle);
  }
}
