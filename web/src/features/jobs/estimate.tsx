import { ask, type Schemas } from '../../api/request';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { count, size } from '../../components/format';
import { useStoppable } from '../../components/use-stoppable';
import { useMessages } from '../../i18n/messages';

interface EstimateProps {
  readonly job: Schemas['JobRecord'];
  /** What would be run. */
  readonly body: Schemas['RunJobBody'];
}

/** What such a run would take now. */
export function Estimate({ job, body: { level, client, fileset } }: EstimateProps) {
  const messages = useMessages('jobs');
  const wanted = { level, client, fileset };
  const question = JSON.stringify(wanted);
  const { action, answer, start, stop } = useStoppable<Schemas['JobEstimate']>();
  const params = { path: { name: job.name }, query: { director: job.director } };
  const countNow = () =>
    start(question, (signal) =>
      ask((api) => api.POST('/api/v1/operations/jobs/{name}/estimate', { params, body: wanted, signal })),
    );
  const isVirtual = level === 'VirtualFull';
  const path = `/operations/jobs/${encodeURIComponent(job.name)}/estimate?director=${encodeURIComponent(job.director)}`;
  return (
    <div className="estimate">
      <span className="row">
        <button type="button" disabled={isVirtual} aria-disabled={action.busy} onClick={countNow}>
          {messages.estimate}
        </button>
        {action.busy && (
          <button type="button" onClick={stop}>
            {messages.stop}
          </button>
        )}
        <AsCurl method="POST" path={path} body={wanted} />
      </span>
      <p role="status">
        {action.busy && messages.estimating}
        {isVirtual && <span className="quiet">{messages.noEstimate}</span>}
        {answer?.to === question && <Said of={answer.value} />}
      </p>
      <ErrorMessage problem={action.problem} />
    </div>
  );
}

function Said({ of: { files, bytes, level } }: { readonly of: Schemas['JobEstimate'] }) {
  const messages = useMessages('jobs');
  return <span title={messages.exactBytes(count(bytes))}>{messages.wouldTake(files, size(bytes), level)}</span>;
}
