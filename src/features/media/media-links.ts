/** Addresses around media. They name the Director even where it is the default: the default may change. */
const media = '/api/v1/storage-media';

function at(path: string, director: string, query: Readonly<Record<string, string>> = {}): string {
  return `${path}?${new URLSearchParams({ ...query, director }).toString().replaceAll('+', '%20')}`;
}

export const mediaLinks = {
  storages: (director: string, storage: string): string => at(`${media}/storages`, director, { name: storage }),
  slots: (director: string, storage: string): string =>
    at(`${media}/storages/${encodeURIComponent(storage)}/slots`, director),
  devicesOf: (director: string, storage: string): string => at(`${media}/devices`, director, { storage }),
  volumesAt: (director: string, storage: string): string => at(`${media}/volumes`, director, { storage }),
  pool: (director: string, pool: string): string => at(`${media}/pools`, director, { name: pool }),
  volumesOf: (director: string, pool: string): string => at(`${media}/volumes`, director, { pool }),
  runsOf: (director: string, pool: string): string => at('/api/v1/operations/runs', director, { pool }),
  volume: (director: string, volume: string): string => at(`${media}/volumes/${encodeURIComponent(volume)}`, director),
  runsOn: (director: string, volume: string): string =>
    at(`${media}/volumes/${encodeURIComponent(volume)}/runs`, director),
  director: (director: string): string => `/api/v1/directors/${encodeURIComponent(director)}`,
};
