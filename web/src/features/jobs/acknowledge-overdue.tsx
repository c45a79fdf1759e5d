import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget } from '../../api/queries';
import { Acknowledgement } from '../../components/acknowledgement';
import { AsCurl } from '../../components/copy-as-curl';
import { useMessages } from '../../i18n/messages';

type Job = Schemas['JobRecord'];

/** Shows others that a user looks after a job that is overdue. */
export function AcknowledgeOverdue({ job }: { readonly job: Job }) {
  const { title, about } = useMessages('acknowledgeOverdue');
  const why = usePermissionError('monitoring:manage');
  const { name, director, acknowledgement, protection } = job;
  const isDue = protection.countsAs === 'warn' || protection.countsAs === 'crit';
  const params = { path: { name }, query: { director } };
  const done = () => forget('jobs', 'health', 'overview');
  const put = async (body: Schemas['AcknowledgeBody']) => {
    await ask((api) => api.PUT('/api/v1/operations/jobs/{name}/acknowledgement', { params, body }));
    done();
  };
  const remove = async () => {
    await ask((api) => api.DELETE('/api/v1/operations/jobs/{name}/acknowledgement', { params }));
    done();
  };
  return (
    <>
      {(isDue || acknowledgement) && (
        <>
          <h2 className="after">{title}</h2>
          <AsCurl method="PUT" path={pathOf(job)} body={{ note: '…' }} />
        </>
      )}
      {acknowledgement && <AsCurl method="DELETE" path={pathOf(job)} />}
      <Acknowledgement {...{ isDue, about, why, put, remove }} of={acknowledgement} />
    </>
  );
}

function pathOf({ name, director }: Job): string {
  return `/operations/jobs/${encodeURIComponent(name)}/acknowledgement?director=${encodeURIComponent(director)}`;
}
