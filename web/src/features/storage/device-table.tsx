import { type ReactNode, useState } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useAreMany } from '../../api/directors';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { useMessages } from '../../i18n/messages';
import { DeviceActions } from './device-actions';
import { useMounts } from './use-director-ability';
import { type Device } from './use-storages';
import { VolumeLink } from './volume-columns';

type Answer = Schemas['DeviceAnswer'];

/** Which state of the page has the look of a device's. */
const looks: Readonly<Record<Device['status'], string>> = {
  idle: 'none',
  reading: 'running',
  writing: 'running',
  blocked: 'waiting',
  disabled: 'none',
  unknown: 'warn',
};

/** Devices with what is in them and what they wait for. Where a Director has nothing to mount, nothing is offered. */
export function DeviceTable({ devices }: { readonly devices: readonly Device[] }) {
  const messages = useMessages('devices');
  const [told, setTold] = useState<Answer | null>(null);
  const denial = usePermissionError('media:manage');
  const mounts = useMounts();
  const areMounted = devices.some(({ director }) => mounts(director));
  const { director: owner } = useMessages('storage');
  const heads = [
    messages.device,
    ...(useAreMany() ? [owner] : []),
    messages.state,
    messages.volume,
    messages.pool,
    messages.mediaType,
  ];
  if (devices.length === 0) return <Empty>{messages.noDevices}</Empty>;
  return (
    <>
      {areMounted && <Denied id="no-mount" why={denial} />}
      <p role="status">{told && <Told of={told} />}</p>
      <Table label={messages.devices} heads={areMounted ? [...heads, messages.act] : heads}>
        {devices.map((device) => (
          <DeviceRow key={`${device.director} ${device.storage} ${device.device}`} device={device}>
            {areMounted && (
              <Cell of={messages.act}>
                {mounts(device.director) && (
                  <DeviceActions
                    {...{ device, onTold: setTold }}
                    path={pathOf(device, devices)}
                    hindrance={denial === null ? null : 'no-mount'}
                  />
                )}
              </Cell>
            )}
          </DeviceRow>
        ))}
      </Table>
    </>
  );
}

function Told({ of: { device, words: told } }: { readonly of: Answer }) {
  const messages = useMessages('devices');
  return (
    <>
      {messages.said(device)} <code>{told.trim()}</code>
    </>
  );
}

/** How the API names it. Storages may have devices of one name: then the storage is named, with the number of the drive. */
function pathOf(device: Device, all: readonly Device[]): string {
  const namesakes = all.filter((one) => one.director === device.director && one.device === device.device);
  return namesakes.length === 1 ? device.device : device.storage;
}

interface DeviceRowProps {
  readonly device: Device;
  /** The last cell. */
  readonly children: ReactNode;
}

function DeviceRow({ device, children }: DeviceRowProps) {
  const messages = useMessages('devices');
  const shared = useMessages('storage');
  const areMany = useAreMany();
  return (
    <Row name={device.device}>
      {areMany && <Cell of={shared.director}>{device.director}</Cell>}
      <Cell of={messages.state}>
        <DeviceState of={device} />
      </Cell>
      <Cell of={messages.volume}>
        <Mounted device={device} />
      </Cell>
      <Cell of={messages.pool}>{device.pool ?? '–'}</Cell>
      <Cell of={messages.mediaType}>{device.mediaType ?? '–'}</Cell>
      {children}
    </Row>
  );
}

function DeviceState({ of }: { readonly of: Device }) {
  const messages = useMessages('devices');
  const { status, waitsFor, error, enabled, autochanger, drive, device, storage } = of;
  const place = [
    ...(autochanger === null ? [] : [messages.drive(drive ?? 0, autochanger)]),
    ...(storage === device || autochanger !== null ? [] : [storage]),
  ].join(' · ');
  return (
    <>
      <State of={looks[status]} text={messages.states[status]} />
      {place !== '' && <span className="quiet"> · {place}</span>}
      {waitsFor !== null && <p className="told">{messages.waitsFor(waitsFor)}</p>}
      {error !== null && <p className="quiet told">{error}</p>}
      {!enabled && <p className="quiet told">{messages.notUsed}</p>}
    </>
  );
}

function Mounted({ device: { volume, director } }: { readonly device: Device }) {
  const { noVolume } = useMessages('devices');
  if (volume === null) return <span className="quiet">{noVolume}</span>;
  return <VolumeLink volume={{ volume, director }} />;
}
