import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';

export type Storage = Schemas['StorageRecord'];
export type Device = Schemas['DeviceRecord'];

const lookEveryMs = 20_000;
const limit = 500;

/** Storages as they stand now; a storage that is down makes its Director look for a quarter of a minute, once. */
export function useStorages(query: { readonly director?: string }) {
  return useApiQuery(
    ['storages', query.director],
    (api, signal) => api.GET('/api/v1/storage-media/storages', { params: { query: { ...query, limit } }, signal }),
    { everyMs: lookEveryMs },
  );
}

export function useDevices(query: { readonly director?: string }) {
  return useApiQuery(
    ['devices', query.director],
    (api, signal) => api.GET('/api/v1/storage-media/devices', { params: { query: { ...query, limit } }, signal }),
    { everyMs: lookEveryMs },
  );
}

/** Whether the storage is known to be a changer. */
export function useIsChanger(director: string, storage: string): boolean {
  const { data } = useStorages({ director });
  return data?.items.some((one) => one.storage === storage && one.autochanger) ?? false;
}
