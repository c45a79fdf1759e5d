import { rmSync } from 'node:fs';

export default async function stopPostgres(): Promise<void> {
  const postgres = globalThis.testPostgres;
  if (!postgres) return;
  await postgres.stop();
  rmSync(postgres.folder, { recursive: true, force: true });
}
