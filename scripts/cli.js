#!/usr/bin/env node
// The command line, `npx backup-console`; builds first where that was not done by the install.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const cli = new URL('dist/src/cli.js', root);

if (!existsSync(cli)) {
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: fileURLToPath(root), stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
await import(cli.href);
