import { type SyntheticEvent, useState } from 'react';
import { ask, asProblem, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget, useApiQuery } from '../../api/queries';
import { ifMatch, tagged } from '../../api/etag';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { duration } from '../../components/format';
import { Skeleton } from '../../components/query-content';
import { useMessages } from '../../i18n/messages';

type Job = Schemas['JobRecord'];
type Monitored = Schemas['MonitoredJob'];
type Body = Schemas['ChangeMonitoredJobBody'];

const hourSeconds = 3600;

/** Four digits are less than a second. */
const hoursOf = (seconds: number): number => Math.round((seconds / hourSeconds) * 10_000) / 10_000;

/** From when on the job counts as overdue, and how to change that. Shown for backup jobs only. */
export function JobThresholds({ job: { name, director } }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const whyUnseen = usePermissionError('monitoring:read');
  const asked = useApiQuery(
    ['jobs', 'monitored', director, name],
    (api, signal) =>
      tagged(
        api.GET('/api/v1/admin/monitoring/jobs/{name}', { params: { path: { name }, query: { director } }, signal }),
      ),
    { enabled: whyUnseen === null },
  );
  const { data, error } = asked;
  return (
    <section aria-labelledby="job-thresholds">
      <h2 id="job-thresholds">{messages.thresholds}</h2>
      <Denied id="no-monitoring" why={whyUnseen} />
      {whyUnseen === null && data === undefined && error === null && <Skeleton rows={2} />}
      <ErrorMessage problem={error === null ? null : asProblem(error)} retry={asked.refetch} />
      {data && <Form key={data.value.updatedAt} monitored={data.value} etag={data.etag} />}
    </section>
  );
}

function useChange({ name, director }: Monitored, etag: string | null) {
  const action = useAction();
  const change = (body: Body) =>
    action.act(async () => {
      const params = { path: { name }, query: { director }, header: ifMatch(etag) };
      try {
        await ask((api) => api.PATCH('/api/v1/admin/monitoring/jobs/{name}', { params, body }));
      } finally {
        forget('jobs', 'clients', 'health', 'overview');
      }
    });
  return { action, change };
}

function Form({ monitored, etag }: { readonly monitored: Monitored; readonly etag: string | null }) {
  const messages = useMessages('jobs');
  const why = usePermissionError('monitoring:manage');
  const hasOwn = monitored.warnSeconds !== null || monitored.critSeconds !== null;
  const [isOwn, setOwn] = useState(hasOwn);
  const { action, change } = useChange(monitored, etag);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const seconds = (field: string): number => Math.round(Number(fieldOf(form, field)) * hourSeconds);
    change(
      isOwn ? { warnSeconds: seconds('warn'), critSeconds: seconds('crit') } : { warnSeconds: null, critSeconds: null },
    );
  };
  const state = { disabled: why !== null, 'aria-describedby': why === null ? undefined : 'no-thresholds' };
  const path = `/admin/monitoring/jobs/${encodeURIComponent(monitored.name)}?director=${encodeURIComponent(monitored.director)}`;
  return (
    <form onSubmit={submit}>
      <InForce of={monitored} />
      <div className="row wrap">
        <label>
          {messages.thresholdsFrom}
          <select value={isOwn ? 'own' : 'derived'} onChange={({ target }) => setOwn(target.value === 'own')}>
            <option value="derived">{messages.derived}</option>
            <option value="own">{messages.ownHours}</option>
          </select>
        </label>
        {isOwn && <Hours of={monitored.protection} />}
        <button {...state} aria-disabled={action.busy}>
          {messages.saveThresholds}
        </button>
        <AsCurl method="PATCH" path={path} body={{ warnSeconds: 129_600, critSeconds: 259_200 }} />
      </div>
      <Denied id="no-thresholds" why={why} />
      <ErrorMessage problem={action.problem} />
    </form>
  );
}

function InForce({ of: { protection, intervalSeconds } }: { readonly of: Monitored }) {
  const messages = useMessages('jobs');
  const { limits, bases } = useMessages('protection');
  if (protection.status === 'not_monitored') return <p className="quiet">{messages.notMonitored}</p>;
  const { warnSeconds, critSeconds, basis } = protection;
  return (
    <p className="quiet">
      {limits(duration(warnSeconds), duration(critSeconds))} {messages.theyAre(bases[basis])}
      {basis === 'schedule' && intervalSeconds !== null && ` ${messages.interval(duration(intervalSeconds))}`}
    </p>
  );
}

function Hours({ of }: { readonly of: Schemas['JobProtection'] }) {
  const messages = useMessages('jobs');
  const field = { type: 'number', min: 1 / 60, max: 87_600, step: 'any', required: true } as const;
  return (
    <>
      <label>
        {messages.warnHours}
        <input name="warn" {...field} defaultValue={hoursOf(of.warnSeconds)} />
      </label>
      <label>
        {messages.critHours}
        <input name="crit" {...field} defaultValue={hoursOf(of.critSeconds)} />
      </label>
    </>
  );
}
