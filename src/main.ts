import { readSettings } from './config/settings.js';
import { limitHeapGrowth } from './bootstrap/gc-settings.js';
import { startConsole } from './bootstrap/start-console.js';
import { stopOnSignals } from './bootstrap/stop-on-signals.js';

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
