// Starts the console, building it first where that was not done by the install.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const main = new URL('dist/src/main.js', root);

if (existsSync('.env')) process.loadEnvFile('.env');
if (!existsSync(main)) {
  console.log('Building Backup Console…');
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: fileURLToPath(root), stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
await import(main.href);
