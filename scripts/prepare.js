// Builds after an install, where the build tools were installed: a production install of a packed build has none and needs none.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

if (existsSync(new URL('../node_modules/@nestjs/cli', import.meta.url))) {
  const built = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  process.exit(built.status ?? 1);
}
