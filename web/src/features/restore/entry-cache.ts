import { useApiQuery } from '../../api/queries';
import { type Entry, type Point, useOwnDirector } from './use-restore-state';

export type Item = Pick<Entry, 'ref' | 'path' | 'lossy'>;

/** What was seen on this page: a basket that an address brought along is asked for instead. */
const seen = new Map<string, Item>();

export function remember({ ref, path, lossy }: Item): void {
  seen.set(ref, { ref, path, lossy });
}

/** The entry that a ref stands for; null while it is not known. */
export function useItem(ref: string, point: Point | null): Item | null {
  const known = seen.get(ref);
  const director = useOwnDirector();
  const { client, jobids } = ofPoint(point);
  const isUnknown = known === undefined && point !== null;
  const versions = useApiQuery(
    ['versions', 'one', client, ref, director],
    (api, signal) =>
      api.GET('/api/v1/restore/bvfs/versions', { params: { query: { client, ref, limit: 1, ...director } }, signal }),
    { enabled: isUnknown },
  );
  const isNoVersion = versions.data?.items.length === 0;
  // A folder that no run recorded by itself has no version, but what lies in it begins with its path.
  const inside = useApiQuery(
    ['folders', 'one', jobids, ref, director],
    (api, signal) =>
      api.GET('/api/v1/restore/bvfs/list', { params: { query: { jobids, ref, limit: 1, ...director } }, signal }),
    { enabled: isUnknown && isNoVersion },
  );
  return known ?? firstOf(versions.data) ?? folderOf(ref, firstOf(inside.data));
}

function ofPoint(point: Point | null): { readonly client: string; readonly jobids: string } {
  return point === null ? { client: '', jobids: '' } : { client: point.client, jobids: point.jobids.join(',') };
}

function firstOf<Row>(page: { readonly items: readonly Row[] } | undefined): Row | undefined {
  return page?.items[0];
}

function folderOf(ref: string, child: Entry | undefined): Item | null {
  if (!child) return null;
  return { ref, path: child.path.slice(0, child.path.lastIndexOf(child.name)), lossy: child.lossy };
}
