import { useRef, useState } from 'react';
import { type Problem } from '../api/request';
import { Time } from './time';
import { useMessages } from '../i18n/messages';
import { clock } from './format';
import { useFocusKept } from './title';
import { useZone } from './timezone';

/** Shown as one sentence: a typing error needs neither an HTTP title nor a request id. */
const ofSignIn: readonly string[] = ['invalid_credentials', 'unauthenticated'];

interface FaultProps {
  readonly problem: Problem | null;
  /** Asks again. The button says that it does until the promise is kept. */
  readonly retry?: () => unknown;
  /** When what still stands below was read. */
  readonly knownAt?: number | null;
}

/** What went wrong, and what to name when asking for help. */
export function ErrorMessage({ problem, retry, knownAt = null }: FaultProps) {
  // One band says it for all panels of the page. What the user did is answered in its place.
  const isSaidAbove = retry !== undefined && problem?.isConsoleAway === true;
  const said = isSaidAbove ? null : problem;
  return (
    <>
      <div role="alert">{said && <FaultText {...{ problem: said, knownAt }} {...(retry ? { retry } : {})} />}</div>
      {isSaidAbove && <Age of={knownAt} />}
    </>
  );
}

/** How old the data below is. */
function Age({ of }: { readonly of: number | null }) {
  const messages = useMessages('common');
  if (of === null) return <p className="quiet">{messages.notLoaded}</p>;
  return (
    <p className="quiet">
      {messages.lastKnown} <Time at={new Date(of).toISOString()} />
    </p>
  );
}

function FaultText({ problem, retry, knownAt }: FaultProps & { readonly problem: Problem }) {
  const messages = useMessages('common');
  const { title, text } = useMessages('problem');
  const zone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const isOfSignIn = ofSignIn.includes(problem.code);
  useFocusKept(box);
  return (
    <div className="fault" ref={box}>
      <p>
        {!isOfSignIn && <strong>{title(problem)}.</strong>} {text(problem)}
      </p>
      {knownAt !== null && knownAt !== undefined && <p className="quiet">{messages.knownAt(clock(knownAt, zone))}</p>}
      {problem.requestId && !isOfSignIn && (
        <p className="quiet">
          {messages.request} <code>{problem.requestId}</code>
        </p>
      )}
      {retry && <Retry retry={retry} />}
    </div>
  );
}

function Retry({ retry }: Required<Pick<FaultProps, 'retry'>>) {
  const messages = useMessages('common');
  const [isAsking, setAsking] = useState(false);
  const askAgain = async () => {
    setAsking(true);
    await retry();
    setAsking(false);
  };
  return (
    <button type="button" aria-busy={isAsking} onClick={() => void askAgain()}>
      {messages.retry}
    </button>
  );
}
