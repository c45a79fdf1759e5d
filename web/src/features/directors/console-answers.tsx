import { useRef, useState } from 'react';
import { type Schemas } from '../../api/request';
import { Empty } from '../../components/empty';
import { useMessages } from '../../i18n/messages';

type Answer = Pick<Schemas['ConsoleCommandAnswer'], 'command' | 'output' | 'truncated'>;

export interface Entry extends Answer {
  readonly id: number;
  /** Null where nobody measured it. */
  readonly durationMs: number | null;
  /** What the Director asked instead of answering. */
  readonly question: string | null;
}

interface ConsoleAnswersProps {
  readonly entries: readonly Entry[];
  readonly clear: () => void;
}

/** What the Director answered, newest first. */
export function ConsoleAnswers({ entries, clear }: ConsoleAnswersProps) {
  const messages = useMessages('directorConsole');
  return (
    <section aria-labelledby="console-answers">
      <div className="head">
        <h2 id="console-answers">{messages.answers}</h2>
        {entries.length > 0 && (
          <button type="button" onClick={clear}>
            {messages.clear}
          </button>
        )}
      </div>
      {entries.length === 0 && (
        <Empty>
          {messages.none} <span className="quiet">{messages.noneNext}</span>
        </Empty>
      )}
      {entries.map((entry) => (
        <One key={entry.id} entry={entry} />
      ))}
    </section>
  );
}

function One({ entry }: { readonly entry: Entry }) {
  const messages = useMessages('directorConsole');
  const { command, output, truncated, durationMs, question } = entry;
  const shown = useRef<HTMLPreElement>(null);
  return (
    <article className="console-answer">
      <div className="head">
        <h3>
          <code>{command}</code>
        </h3>
        <span className="row">
          {durationMs !== null && <span className="quiet">{messages.took(durationMs)}</span>}
          <Copy name={messages.copy(command)} text={output} select={() => shown.current} />
        </span>
      </div>
      {question !== null && <p>{messages.canceled}</p>}
      {output === '' ? (
        <p className="quiet">{messages.silent}</p>
      ) : (
        // Long lines scroll inside of it: the keyboard has to reach it.
        <pre ref={shown} tabIndex={0} role="region" aria-label={command}>
          {output}
        </pre>
      )}
      {truncated && <p>{messages.cut}</p>}
    </article>
  );
}

interface CopyProps {
  readonly name: string;
  readonly text: string;
  readonly select: () => HTMLElement | null;
}

function Copy({ name, text, select }: CopyProps) {
  const { copy, copied } = useMessages('common');
  const { selected } = useMessages('secret');
  const [said, setSaid] = useState('');
  const take = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(copied);
    } catch {
      // Without https a browser gives no clipboard to pages of other machines.
      const element = select();
      if (element) getSelection()?.selectAllChildren(element);
      setSaid(selected);
    }
  };
  return (
    <>
      <span role="status" className="quiet">
        {said}
      </span>
      <button type="button" aria-label={name} onClick={() => void take()}>
        {copy}
      </button>
    </>
  );
}
