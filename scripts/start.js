// Starts the console, building it first where that was not done by the install.
import { existsSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const main = new URL('dist/src/main.js', root);

const settings = fileURLToPath(new URL('.env', root));
if (existsSync(settings)) {
  if ((statSync(settings).mode & 0o022) !== 0) {
    console.error(
      `Backup Console cannot start. Other users can write to the settings file ${settings}. Run: chmod go-w ${settings}`,
    );
    process.exit(1);
  }
  process.loadEnvFile(settings);
}
if (!existsSync(main)) {
  console.log('Building Backup Console…');
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: fileURLToPath(root), stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
await import(main.href);
