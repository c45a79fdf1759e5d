import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps a generated password of the first admin where only the console's own user can read it. Answers the file. */
export function keepAdminPassword(dataDir: string, password: string): string {
  const file = join(dataDir, 'admin-password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  // The mode of writeFileSync does not change a file that stands already.
  chmodSync(file, 0o600);
  return file;
}
