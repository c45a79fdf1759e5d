import { type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Api, type Outcome } from '../../api/request';
import { useChosenDirector } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Forget, ForgottenText } from '../../components/purge/purge';
import { type Forgotten } from '../../components/purge/purge-impact';
import { OfOneDirector } from '../../components/one-director';
import { Shown } from '../../components/query-content';
import { focusTitle, Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { useDisabledReason } from './use-director-ability';
import { type Volume } from './volume-columns';
import { EditVolume } from './volume-edit';
import { RelabelVolume } from './relabel-volume';
import { VolumeFacts } from './volume-details';
import { VolumeRuns } from './volume-runs';
import { VolumeStatus } from './volume-status';
import './storage.css';

const route = getRouteApi('/storage/volumes/$name');
const volumeActions = ['edit', 'prune', 'purge', 'truncate', 'relabel', 'delete'] as const;
const final = ['prune', 'purge', 'truncate', 'delete'] as const;
type VolumeAction = (typeof volumeActions)[number];

/** A volume with the mark of how it was when it was read. */
export interface ReadVolume {
  readonly volume: Volume;
  readonly etag: string | null;
}

async function readVolume(
  api: Api,
  name: string,
  query: { readonly director?: string },
  signal: AbortSignal,
): Promise<Outcome<ReadVolume>> {
  const params = { path: { name }, query };
  const { data, error, response } = await api.GET('/api/v1/storage-media/volumes/{name}', { params, signal });
  return data ? { data: { volume: data, etag: response.headers.get('etag') }, response } : { error, response };
}

/** One volume: what it is, until when it is kept, what lies on it, and what can be done with it. */
export function VolumePage() {
  const { name } = route.useParams();
  const { act } = route.useSearch();
  const shared = useMessages('storage');
  const chosen = useChosenDirector();
  const navigate = route.useNavigate();
  const isOfOne = chosen.director !== '*';
  const read = useApiQuery(
    ['volumes', 'one', chosen.director, name],
    (api, signal) => readVolume(api, name, chosen, signal),
    { enabled: isOfOne },
  );
  const query = chosen.director === undefined ? '' : `?director=${encodeURIComponent(chosen.director)}`;
  const choose = (action?: VolumeAction): void =>
    void navigate({ search: (old) => ({ ...old, act: action }), replace: true });
  const volume = read.data?.volume;
  return (
    <>
      <Title
        above={<Link to="/storage/volumes">{shared.volumes}</Link>}
        actions={volume && <VolumeActions director={volume.director} chosen={act} choose={choose} />}
      >
        {name}
      </Title>
      <AsCurl path={`/storage-media/volumes/${encodeURIComponent(name)}${query}`} />
      <OfOneDirector
        owners={{
          key: ['volumes', 'owners', name],
          call: (api, signal) =>
            api.GET('/api/v1/storage-media/volumes', { params: { query: { director: '*', name } }, signal }),
        }}
      >
        <OneVolume key={name} {...{ name, read, choose }} />
      </OfOneDirector>
    </>
  );
}

interface OneVolumeProps {
  readonly name: string;
  readonly read: UseQueryResult<ReadVolume>;
  readonly choose: (action?: VolumeAction) => void;
}

function OneVolume({ name, read, choose }: OneVolumeProps) {
  const { act } = route.useSearch();
  const messages = useMessages('volumes');
  const navigate = route.useNavigate();
  const action = final.find((one) => one === act);
  const [done, setDone] = useState<Forgotten | string | null>(null);
  const leave = (said: Forgotten | string | null): void => {
    focusTitle();
    setDone(said);
    choose();
  };
  return (
    <>
      <p role="status">{done !== null && (typeof done === 'string' ? done : <ForgottenText of={done} />)}</p>
      <Shown of={read} rows={6}>
        {({ volume, etag }) => (
          <>
            <p className="verdict">
              <VolumeStatus of={volume.status} />
            </p>
            <ActionsDenied director={volume.director} />
            {act === 'edit' && (
              <EditVolume
                {...{ volume, etag }}
                onDone={() => leave(messages.changed(name))}
                onKept={() => leave(null)}
              />
            )}
            {action && (
              <Forget
                key={action}
                target={{ action, volume: volume.volume, director: volume.director }}
                {...{ onDone: leave, onKept: () => leave(null) }}
              />
            )}
            {act === 'relabel' && (
              <RelabelVolume
                volume={volume}
                onDone={(renamed) => {
                  leave(messages.relabeled(name, renamed));
                  void navigate({ to: '/storage/volumes/$name', params: { name: renamed }, search: {} });
                }}
                onKept={() => leave(null)}
              />
            )}
            <VolumeFacts volume={volume} />
            <VolumeRuns volume={volume.volume} director={volume.director} />
          </>
        )}
      </Shown>
    </>
  );
}

/** What keeps the caller from each, and all reasons, each once. */
function useHindrances(director: string) {
  const hindrances: Readonly<Record<VolumeAction, string | null>> = {
    edit: useDisabledReason(director, 'change-volume', 'media:manage'),
    prune: useDisabledReason(director, 'prune', 'media:destroy'),
    purge: useDisabledReason(director, 'purge', 'media:destroy'),
    truncate: useDisabledReason(director, 'truncate', 'media:destroy'),
    relabel: useDisabledReason(director, 'relabel', 'media:destroy'),
    delete: useDisabledReason(director, 'delete-volume', 'media:destroy'),
  };
  const reasons = [...new Set(volumeActions.map((action) => hindrances[action]).filter((reason) => reason !== null))];
  return { hindrances, reasons };
}

interface VolumeActionsProps {
  readonly director: string;
  readonly chosen: string | undefined;
  readonly choose: (action: VolumeAction) => void;
}

function VolumeActions({ director, chosen, choose }: VolumeActionsProps) {
  const messages = useMessages('volumes');
  const { hindrances, reasons } = useHindrances(director);
  return volumeActions.map((action) => (
    <button
      key={action}
      type="button"
      aria-pressed={chosen === action}
      disabled={hindrances[action] !== null}
      aria-describedby={hindrances[action] === null ? undefined : `no-action-${reasons.indexOf(hindrances[action])}`}
      onClick={() => choose(action)}
    >
      {messages[action]}
    </button>
  ));
}

function ActionsDenied({ director }: Pick<VolumeActionsProps, 'director'>) {
  const { reasons } = useHindrances(director);
  return reasons.map((reason, index) => <Denied key={reason} id={`no-action-${index}`} why={reason} />);
}
