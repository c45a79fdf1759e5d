import { getRouteApi } from '@tanstack/react-router';
import { Refused } from '../../api/request';
import { useChosenDirector } from '../../api/directors';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { DeviceTable } from './device-table';
import { Slots } from './slots';
import { StorageTabs } from './storage-tabs';
import { placeOf, StorageTable } from './storage-table';
import { useDevices, useStorages } from './use-storages';
import './storage.css';

const route = getRouteApi('/storage/devices');

/** Devices and storages as they stand now, and what changers hold. */
export function DevicesPage() {
  const messages = useMessages('devices');
  const shared = useMessages('storage');
  const chosen = useChosenDirector();
  const devices = useDevices(chosen);
  const path = `/storage-media/devices?${new URLSearchParams({ ...chosen, limit: '500' }).toString()}`;
  return (
    <>
      <Title>{shared.devices}</Title>
      <AsCurl path={path} />
      <StorageTabs />
      {isUnsupported(devices.error) ? (
        <Empty>{messages.unsupported}</Empty>
      ) : (
        <>
          <Shown of={devices}>{({ items }) => <DeviceTable devices={items} />}</Shown>
          <Storages />
        </>
      )}
    </>
  );
}

function isUnsupported(error: unknown): boolean {
  return error instanceof Refused && error.problem.code === 'not_supported_by_director';
}

function Storages() {
  const messages = useMessages('devices');
  const chosen = useChosenDirector();
  const { changer } = route.useSearch();
  const navigate = route.useNavigate();
  const storages = useStorages(chosen);
  const choose = (place?: string): void =>
    void navigate({ search: (old) => ({ ...old, changer: place }), replace: true });
  return (
    <section>
      <h2>{messages.storages}</h2>
      <Shown of={storages}>
        {({ items }) => {
          const found = items.find((one) => one.autochanger && placeOf(one) === changer);
          return (
            <>
              <StorageTable storages={items} chosen={found && placeOf(found)} choose={choose} />
              {found && <Slots key={placeOf(found)} storage={found} onClose={() => choose()} />}
            </>
          );
        }}
      </Shown>
    </section>
  );
}
