import { type Schemas } from '../../api/request';
import { type Action } from '../../components/action';
import { type Client } from './use-client-stats';

type Body = Schemas['ChangeMonitoredClientBody'];

export interface Watched {
  readonly monitored: Schemas['MonitoredClient'];
  /** Why its watch may not be changed by this caller; null where it may. */
  readonly why: string | null;
  readonly action: Action;
  readonly change: (body: Body, then?: () => void) => void;
}

/** The path of a client's watch, for a line of curl. */
export function watchPath({ name, director }: Pick<Client, 'name' | 'director'>): string {
  return `/admin/monitoring/clients/${encodeURIComponent(name)}?director=${encodeURIComponent(director)}`;
}
