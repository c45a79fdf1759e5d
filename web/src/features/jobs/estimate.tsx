import { useEffect, useRef, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { type Action, useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { count, size } from '../../components/format';
import { useMessages } from '../../i18n/messages';

interface EstimateProps {
  readonly job: Schemas['JobRecord'];
  /** What would be run. */
  readonly body: Schemas['RunJobBody'];
}

type Answer = { readonly to: string; readonly estimate: Schemas['JobEstimate'] };

interface Counting {
  readonly action: Action;
  readonly answer: Answer | null;
  readonly count: () => void;
  readonly stop: () => void;
}

/** Asks the client to count; it can be told to stop, and is when the page is left. */
function useCounting({ name, director }: EstimateProps['job'], wanted: Schemas['EstimateBody'], to: string): Counting {
  const action = useAction();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const controller = useRef<AbortController | null>(null);
  const stop = () => controller.current?.abort();
  useEffect(() => stop, []);
  const countNow = () =>
    action.act(async () => {
      const { signal } = (controller.current = new AbortController());
      setAnswer(null);
      try {
        const params = { path: { name }, query: { director } };
        const estimate = await ask((api) =>
          api.POST('/api/v1/operations/jobs/{name}/estimate', { params, body: wanted, signal }),
        );
        setAnswer({ to, estimate });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  return { action, answer, count: countNow, stop };
}

/** What such a run would take now. */
export function Estimate({ job, body: { level, client, fileset } }: EstimateProps) {
  const messages = useMessages('jobs');
  const wanted = { level, client, fileset };
  const question = JSON.stringify(wanted);
  const { action, answer, count: countNow, stop } = useCounting(job, wanted, question);
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
        {answer?.to === question && <Said of={answer.estimate} />}
      </p>
      <ErrorMessage problem={action.problem} />
    </div>
  );
}

function Said({ of: { files, bytes, level } }: { readonly of: Schemas['JobEstimate'] }) {
  const messages = useMessages('jobs');
  return <span title={messages.exactBytes(count(bytes))}>{messages.wouldTake(files, size(bytes), level)}</span>;
}
