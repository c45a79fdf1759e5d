import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useAreMany, useChosenDirector, useDirectors } from '../../api/directors';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { useMessages } from '../../i18n/messages';

type Schedule = Schemas['ScheduleRecord'];

/** The schedules themselves. Nothing where no Director lists any. */
export function Schedules() {
  const messages = useMessages('jobs');
  const chosen = useChosenDirector();
  const areMany = useAreMany();
  const query = { ...chosen, limit: 500 };
  const schedules = useApiQuery(['schedule', 'names', chosen.director], (api, signal) =>
    api.GET('/api/v1/operations/schedules', { params: { query }, signal }),
  );
  const { problem, busy, act } = useAction();
  const [done, setDone] = useState<Schemas['ChangedSchedule'] | null>(null);
  const items = schedules.data?.items ?? [];
  const directors = useDirectors();
  const isAble = ({ director }: Schedule): boolean =>
    directors.find(({ name }) => name === director)?.abilities.includes('enable-schedule') ?? false;
  const first = items.find(isAble);
  if (items.length === 0) return null;
  const change = (of: Schedule, enabled: boolean) =>
    act(async () => {
      const params = { path: { name: of.name }, query: { director: of.director } };
      setDone(await ask((api) => api.PATCH('/api/v1/operations/schedules/{name}', { params, body: { enabled } })));
      forget('schedule', 'jobs', 'health');
    });
  const heads = [
    messages.schedule,
    ...(areMany ? [messages.director] : []),
    messages.scheduleState,
    messages.scheduleJobs,
    ...(first ? [messages.scheduleActions] : []),
  ];
  return (
    <section aria-labelledby="schedules">
      <div className="head">
        <h2 id="schedules">{messages.schedules}</h2>
        {first && (
          <AsCurl
            method="PATCH"
            path={`/operations/schedules/${encodeURIComponent(first.name)}?director=${encodeURIComponent(first.director)}`}
            body={{ enabled: false }}
          />
        )}
      </div>
      <Table label={messages.schedules} heads={heads}>
        {items.map((of) => (
          <Row key={`${of.director} ${of.name}`} name={of.name}>
            {areMany && <Cell of={messages.director}>{of.director}</Cell>}
            <Cell of={messages.scheduleState}>
              <Enabled of={of} />
            </Cell>
            <Cell of={messages.scheduleJobs}>{of.jobs.join(', ') || '–'}</Cell>
            {first && (
              <Cell of={messages.scheduleActions}>
                {isAble(of) ? <Switch {...{ of, busy, change }} /> : <span className="quiet">–</span>}
              </Cell>
            )}
          </Row>
        ))}
      </Table>
      <p role="status">{done && messages.scheduleDone(done.name, done.enabled === true, done.persistent)}</p>
      <ErrorMessage problem={problem} />
    </section>
  );
}

function Enabled({ of: { enabled } }: { readonly of: Schedule }) {
  const messages = useMessages('jobs');
  const { unknown } = useMessages('common');
  if (enabled === null) return <span className="quiet">{unknown}</span>;
  return <State of={enabled ? 'ok' : 'warn'} text={enabled ? messages.scheduleEnabled : messages.scheduleDisabled} />;
}

interface SwitchProps {
  readonly of: Schedule;
  readonly busy: boolean;
  readonly change: (of: Schedule, enabled: boolean) => void;
}

/** Where it is not told whether the schedule starts jobs, both are offered. */
function Switch({ of, busy, change }: SwitchProps) {
  const messages = useMessages('jobs');
  const denial = usePermissionError('jobs:control');
  const wanted = of.enabled === null ? [true, false] : [!of.enabled];
  return wanted.map((enabled) => (
    <button
      key={String(enabled)}
      type="button"
      disabled={denial !== null}
      aria-describedby={denial === null ? undefined : 'no-control'}
      aria-disabled={busy}
      aria-label={enabled ? messages.enableNamed(of.name) : messages.disableNamed(of.name)}
      onClick={() => change(of, enabled)}
    >
      {enabled ? messages.enableSchedule : messages.disableSchedule}
    </button>
  ));
}
