import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificates {
  readonly ca: string;
  /** For a Director named `fake-dir` at 127.0.0.1. */
  readonly director: { readonly cert: string; readonly key: string };
  readonly console: { readonly cert: string; readonly key: string };
}

/** A small authority with two certificates, valid for a day. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'backup-console-certificates-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    const authority = ['-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '1', '-subj', '/CN=Test authority'];
    openssl('req', '-x509', ...newKey, ...authority);
    for (const [name, extension] of [
      ['director', 'subjectAltName=DNS:fake-dir,IP:127.0.0.1'],
      ['console', 'extendedKeyUsage=clientAuth'],
    ] as const) {
      openssl('req', ...newKey, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', `/CN=${name}`);
      writeFileSync(at(`${name}.ext`), extension);
      const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '1'];
      openssl(
        'x509',
        '-req',
        '-in',
        at(`${name}.csr`),
        ...signing,
        '-extfile',
        at(`${name}.ext`),
        '-out',
        at(`${name}.pem`),
      );
    }
    return {
      ca: read('ca.pem'),
      director: { cert: read('director.pem'), key: read('director.key') },
      console: { cert: read('console.pem'), key: read('console.key') },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
