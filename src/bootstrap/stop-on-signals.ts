/** Together with what comes after it, 20 seconds. */
const limitMs = 18_000;

/** Not exit, which waits for threads: one may be in a file call that hangs. */
const killSelf = (): void => void process.kill(process.pid, 'SIGKILL');

/** Stops the console cleanly on SIGTERM or SIGINT; immediately on the second signal, or after a timeout. */
export function stopOnSignals(running: { stop(): Promise<void> }, log: (text: string) => void): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) killSelf();
    stopping = true;
    log('Shutting down…');
    setTimeout(killSelf, limitMs).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
