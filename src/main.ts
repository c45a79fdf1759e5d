import { setFlagsFromString } from 'node:v8';
import { readSettings } from './config/settings.js';
import { startConsole } from './bootstrap/start-console.js';
import { stopOnSignals } from './bootstrap/stop-on-signals.js';

/** Percent by which the heap may outgrow what was in use at its last full collection. With 50 a request costs a third more; with 150 a backup of many small files took more memory than without any. */
const growthPercent = 100;

/**
 * Left to itself V8 lets garbage pile up to four times of what is in use wherever the machine has memory to spare: a console that
 * uses 70 MiB held 435 while it read a long history. It reads this at each collection, so that it takes effect in a process that runs;
 * no limit is set, and what is really needed is still had.
 */
function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}

// A reader that is gone (`npm start | tee log` at Ctrl-C) must not keep the console from ending cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const send = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

limitHeapGrowth();
try {
  const running = await startConsole(readSettings(), { onNotice: send });
  stopOnSignals(running, send);
  send(`Backup Console ${running.version} is ready: ${running.url}`);
  if (running.newAdmin) {
    send(`Sign in as admin. The password is in ${running.newAdmin.passwordFile}`);
    // Into a terminal only: redirected output ends up in log files.
    if (process.stdout.isTTY) send(`Password: ${running.newAdmin.password}`);
  }
} catch (error) {
  process.stderr.write(`Backup Console cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
