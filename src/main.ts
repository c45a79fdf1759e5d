import { setFlagsFromString } from 'node:v8';
import { readSettings } from './config/settings.js';
import { startConsole } from './bootstrap/start-console.js';
import { stopOnSignals } from './bootstrap/stop-on-signals.js';

/** Percent by which the heap may outgrow its size after the last full collection. With 50 a request costs a third more; with 150 a backup of many small files took more memory than without a limit. */
const growthPercent = 100;

/**
 * By default V8 lets garbage grow to four times the used heap if the machine has free memory: a console that uses 70 MiB had 435
 * while it read a long history. V8 reads this flag at each collection, so it takes effect in a running process. It is no limit: the
 * heap still grows as needed.
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
