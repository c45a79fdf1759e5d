const limitMs = 20_000;

/** Ends the console cleanly at SIGTERM or SIGINT; at the second signal, or when that takes too long, at once. */
export function stopOnSignals(running: { stop(): Promise<void> }, say: (text: string) => void): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping: requests finish, running backups are marked, PostgreSQL stops.');
    setTimeout(() => process.exit(1), limitMs).unref();
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
