import { useState } from 'react';
import { type Schemas } from '../../api/request';
import { type Action, useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { count } from '../../components/format';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';

type Outcome = Schemas['ChannelTest'];

export interface ChannelTest {
  readonly action: Action;
  readonly outcome: Outcome | null;
  readonly send: (work: () => Promise<Outcome>) => void;
}

export function useChannelTest(): ChannelTest {
  const action = useAction();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = (work: () => Promise<Outcome>) =>
    action.act(async () => {
      setOutcome(null);
      setOutcome(await work());
    });
  return { action, outcome, send };
}

/** What became of a test, and what the receiver said to it. */
export function TestResult({ of: { action, outcome } }: { readonly of: ChannelTest }) {
  const messages = useMessages('channels');
  const { text } = useMessages('outcome');
  return (
    <div className="test-result">
      <ErrorMessage problem={action.problem} />
      <div role="status">
        {action.busy && <p className="quiet">{messages.testing}</p>}
        {outcome && !action.busy && (
          <div className="answer">
            <p>
              <State of={outcome.ok ? 'ok' : 'error'} text={outcome.ok ? messages.testOk : messages.testFailed} />{' '}
              {text(outcome)} <span className="quiet">{messages.took(count(outcome.durationMs))}</span>
            </p>
            {outcome.excerpt && (
              <p className="quiet">
                {messages.answered}: <code>{outcome.excerpt}</code>
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
