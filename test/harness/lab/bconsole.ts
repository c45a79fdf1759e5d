import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type BaculaPrograms } from './bacula-programs.js';
import { type LabConsole, type LabPlan } from './configuration/lab-plan.js';
import { bconsoleFile } from './configure.js';

/** Writes `bconsole` into the lab's folder, to be run by hand; a word after it chooses the console: default, web or web-ro. */
export function writeBconsoleScript(programs: BaculaPrograms, plan: LabPlan): void {
  const { file, args } = programs.command('bconsole', []);
  const command = [file, ...args].map((word) => `'${word}'`).join(' ');
  const script = `#!/bin/sh\nTZ=${plan.timezone} exec ${command} -c "${plan.folders.root}/etc/bconsole-\${1:-default}.conf"\n`;
  writeFileSync(`${plan.folders.root}/bconsole`, script, { mode: 0o700 });
}

/** Runs the packages' own bconsole over the commands and answers its output. */
export async function runBconsole(
  programs: BaculaPrograms,
  plan: LabPlan,
  as: LabConsole,
  commands: readonly string[],
  limitMs: number,
): Promise<string> {
  const { file, args } = programs.command('bconsole', ['-c', bconsoleFile(plan, as)]);
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TERM: 'dumb', TZ: plan.timezone, OPENSSL_CONF: '/dev/null' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${commands.join('\n')}\nquit\n`);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const output = Buffer.concat(chunks).toString();
  // Once it has read `quit`, all is answered; a Director whose daemons are killed may be slow to hang up.
  if (child.signalCode !== null && !output.endsWith('\nquit\n'))
    throw new Error(`bconsole did not end within ${limitMs} ms. It said: ${output}`);
  return output;
}
