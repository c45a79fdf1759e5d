import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEveryLab, writeDirectorsFile } from './every-lab.js';
import { LabLack } from './lab-lack.js';
import { type Lab } from './lab.js';
import { makeOwnedFolder } from './owned-folder.js';
import { consoleProgram } from '../fixtures/built-files.js';

// `npm run lab`: a Bacula of each version on loopback and a console in front, until Ctrl-C.

function startConsole(folder: string, labs: readonly Lab[]): ChildProcess {
  mkdirSync(join(folder, 'console'), { mode: 0o700 });
  const directorsFile = writeDirectorsFile(folder, labs);
  // It stops in order when we die, and Ctrl-C reaches us alone.
  return spawn('setpriv', ['--pdeathsig', 'TERM', process.execPath, consoleProgram], {
    env: { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: join(folder, 'console'), DIRECTORS_FILE: directorsFile },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function describeLab(lab: Lab): string {
  const { web, restricted } = lab.consoles;
  return `
Bacula ${lab.version}: Director ${lab.directorName} at ${lab.address}:${lab.port}, TLS: ${lab.tls}
  default console    ${lab.password}
  console "${web.name ?? ''}"      ${web.password}
  console "${restricted.name ?? ''}"   ${restricted.password}
  catalog (SELECT)   ${lab.catalogUrl}
  files and logs     ${lab.folders.root}
  bconsole           ${lab.folders.root}/bconsole
`;
}

async function run(folder: string): Promise<void> {
  const beganMs = performance.now();
  const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const stops: (() => Promise<void>)[] = [];
  try {
    const labs = await startEveryLab(folder, stops);
    for (const lab of labs) process.stdout.write(describeLab(lab));
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    process.stdout.write(`\nThe Directors stand after ${seconds} s; the console follows. Ctrl-C ends them all.\n\n`);
    const console = startConsole(folder, labs);
    const ended = once(console, 'exit');
    await Promise.race([asked, ended]);
    if (console.exitCode === null) console.kill('SIGTERM');
    await ended;
  } finally {
    for (const stop of stops) await stop();
  }
}

const folder = makeOwnedFolder();
try {
  await run(folder);
} catch (error) {
  if (!(error instanceof LabLack)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
