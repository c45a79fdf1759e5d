import { useState } from 'react';
import { type Schemas } from '../../api/request';
import { type Action, useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { count } from '../../components/format';
import { State } from '../../components/state';
import { outcomeWords } from '../../i18n/outcome.messages';
import { useMessages } from '../../i18n/messages';
import { channelsWords } from './channels.messages';

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
  const words = useMessages(channelsWords);
  const { text } = useMessages(outcomeWords);
  return (
    <div className="test-result">
      <ErrorMessage problem={action.problem} />
      <div role="status">
        {action.busy && <p className="quiet">{words.testing}</p>}
        {outcome && !action.busy && (
          <div className="answer">
            <p>
              <State of={outcome.ok ? 'ok' : 'error'} text={outcome.ok ? words.testOk : words.testFailed} />{' '}
              {text(outcome)} <span className="quiet">{words.took(count(outcome.durationMs))}</span>
            </p>
            {outcome.excerpt && (
              <p className="quiet">
                {words.answered}: <code>{outcome.excerpt}</code>
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
