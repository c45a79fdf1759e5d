import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BaculaPrograms } from './bacula-programs.js';

const extensions = `[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[holder]
basicConstraints = CA:FALSE
subjectAltName = IP:127.0.0.1, DNS:localhost
[req]
distinguished_name = name
[name]
`;

/**
 * Makes ca.pem with director.pem and console.pem of it (each with its .key), and stranger.pem, an authority that signed neither.
 * They hold for a day.
 */
export async function makeCertificates(programs: BaculaPrograms, folder: string): Promise<void> {
  const configuration = join(folder, 'openssl.cnf');
  writeFileSync(configuration, extensions);
  const openssl = async (args: readonly string[]): Promise<void> => {
    const { file, args: all } = programs.command('openssl', args);
    await promisify(execFile)(file, all, { cwd: folder, timeout: 60_000, env: { OPENSSL_CONF: configuration } });
  };
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const certificate = (name: string, subject: string, more: readonly string[]): Promise<void> =>
    openssl([...request, '-subj', `/CN=${subject}`, '-keyout', `${name}.key`, '-out', `${name}.pem`, ...more]);
  const ofAuthority = ['-extensions', 'holder', '-CA', 'ca.pem', '-CAkey', 'ca.key'];
  await certificate('ca', 'Authority of the lab', ['-extensions', 'authority']);
  await certificate('stranger', 'Authority of nobody here', ['-extensions', 'authority']);
  await certificate('director', '127.0.0.1', ofAuthority);
  await certificate('console', 'console', ofAuthority);
}
