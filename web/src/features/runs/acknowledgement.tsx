import { ask, type Schemas } from '../../api/request';
import { useDenial } from '../../api/permissions';
import { forget } from '../../api/queries';
import { type Run } from '../../api/stream';
import { Acknowledgement } from '../../components/acknowledgement';
import { AsCurl } from '../../components/copy-as-curl';
import { useWords } from '../../i18n/messages';
import { runWords } from './run.messages';
import { keepRun, useRunDirector } from './use-run';

/** Shows others that a user looks after a run that did not end well. */
export function AcknowledgeRun({ run }: { readonly run: Run }) {
  const words = useWords(runWords);
  const why = useDenial('jobs:control');
  const { director } = useRunDirector();
  const { jobId, acknowledgement, status } = run;
  const isDue = status === 'error' || status === 'warning';
  const params = { path: { jobId }, query: { director: run.director } };
  const take = (changed: Run) => {
    keepRun(jobId, director, changed);
    forget('runs', 'health');
  };
  const put = async (body: Schemas['AcknowledgeBody']) => {
    take(await ask((api) => api.PUT('/api/v1/operations/runs/{jobId}/acknowledgement', { params, body })));
  };
  const remove = async () => {
    await ask((api) => api.DELETE('/api/v1/operations/runs/{jobId}/acknowledgement', { params }));
    take({ ...run, acknowledgement: undefined });
  };
  return (
    <>
      {(isDue || acknowledgement) && <AsCurl method="PUT" path={addressOf(run)} body={{ note: '…' }} />}
      {acknowledgement && <AsCurl method="DELETE" path={addressOf(run)} />}
      <Acknowledgement {...{ isDue, why, put, remove }} about={words.markSeenHint} of={acknowledgement} />
    </>
  );
}

function addressOf({ jobId, director }: Run): string {
  return `/operations/runs/${jobId}/acknowledgement?director=${encodeURIComponent(director)}`;
}
