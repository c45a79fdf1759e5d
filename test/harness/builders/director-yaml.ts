import { join } from 'node:path';

/** A director.yaml with one job and fileset of the same name for each entry, which backs up those folders. */
export function directorYaml(
  dataDir: string,
  filesets: Readonly<Record<string, readonly string[]>>,
  moreClients: readonly string[] = [],
): string {
  const names = Object.keys(filesets);
  return JSON.stringify({
    director: { name: 'embedded' },
    clients: ['local', ...moreClients].map((name) => ({ name })),
    storages: [{ name: 'Local', folder: join(dataDir, 'volumes'), compression: 1 }],
    pools: [{ name: 'Default', volumeSize: '64 MiB', retention: '60 days' }],
    filesets: names.map((name) => ({ name, include: filesets[name], exclude: [] })),
    schedules: [],
    jobs: names.map((name) => ({
      name,
      client: 'local',
      fileset: name,
      storage: 'Local',
      pool: 'Default',
      level: 'Incremental',
    })),
  });
}
