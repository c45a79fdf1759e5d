import { type Schemas } from '../../api/request';
import { useDirectorName } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { percent, size } from '../../components/format';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { UseBar } from './use-usage-bar';
import { everyMs, subject } from './selected-directors';
import { Way } from './links';

type Storage = Schemas['StorageRecord'];

/** The disk of these storages. */
interface Disk {
  readonly storages: readonly string[];
  readonly director: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const readStorages = 100;

/** What is free on the disks that storages report, and storages that do not answer; nothing where none of that is known. */
export function Disks({ scope }: { readonly scope: string }) {
  const messages = useMessages('overview');
  const nameOf = useDirectorName();
  const { data } = useApiQuery(
    [subject, 'storages', scope],
    (api, signal) =>
      api.GET('/api/v1/storage-media/storages', {
        params: { query: { director: scope, limit: readStorages } },
        signal,
      }),
    { everyMs: 5 * everyMs },
  );
  const disks = disksOf(data?.items ?? []);
  const silent = (data?.items ?? []).filter(({ answers }) => !answers);
  if (disks.length + silent.length === 0) return null;
  return (
    <>
      <h3>{messages.disks}</h3>
      <ul className="named">
        {disks.map((disk) => (
          <DiskLine key={`${disk.director} ${disk.storages.join(' ')}`} disk={disk} />
        ))}
        {silent.map(({ storage, director, error }) => (
          <li key={`${director} ${storage}`}>
            <Way to="/storage/devices" director={director}>
              {[storage, nameOf(director)].filter((part) => part !== '').join(' · ')}
            </Way>
            <span title={error ?? undefined}>
              <State of="crit" text={messages.noAnswer} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function DiskLine({ disk: { storages, director, freeBytes, totalBytes } }: { readonly disk: Disk }) {
  const messages = useMessages('overview');
  const name = [storages.join(', '), useDirectorName()(director)].filter((part) => part !== '').join(' · ');
  const part = 1 - freeBytes / totalBytes;
  return (
    <li>
      <Way to="/storage/devices" director={director}>
        {name}
      </Way>
      <UseBar part={part} said={messages.diskUse(name, percent(part))} />
      <span className="quiet">{messages.freeOf(size(freeBytes), size(totalBytes))}</span>
    </li>
  );
}

/** Storages of one Director that report the same size and the same free space are on one disk. */
function disksOf(storages: readonly Storage[]): readonly Disk[] {
  const found = new Map<string, Disk>();
  for (const { storage, director, freeBytes, totalBytes } of storages) {
    if (freeBytes === null || totalBytes === null || totalBytes === 0) continue;
    const key = `${director} ${totalBytes} ${freeBytes}`;
    found.set(key, { director, freeBytes, totalBytes, storages: [...(found.get(key)?.storages ?? []), storage] });
  }
  return [...found.values()].sort((a, b) => a.freeBytes / a.totalBytes - b.freeBytes / b.totalBytes);
}
