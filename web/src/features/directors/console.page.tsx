import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ask, asProblem, type Problem, Refused, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { ConsoleAnswers, type Entry } from './console-answers';
import { ConsoleForm } from './console-form';
import './console.css';

const mostEntries = 20;

/** One command to a Director at a time, and what it answered. */
export function ConsolePage() {
  const { name } = useParams({ from: '/administration/directors/$name/console' });
  const messages = useMessages('directorConsole');
  const list = useMessages('directors');
  const director = useApiQuery(['directors', 'one', name], (api, signal) =>
    api.GET('/api/v1/directors/{name}', { params: { path: { name } }, signal }),
  );
  const above = (
    <>
      <Link to="/administration/directors">{list.title}</Link> /{' '}
      <Link to="/administration/directors/$name" params={{ name }}>
        {name}
      </Link>
    </>
  );
  return (
    <>
      <Title above={above}>{messages.title}</Title>
      <p className="quiet">{messages.about}</p>
      <Shown of={director}>
        {({ abilities, reachable, problem }) =>
          abilities.includes('console') ? (
            <Console name={name} />
          ) : (
            <Empty>
              {reachable ? messages.noConsole : messages.away}{' '}
              <span className="quiet">{reachable ? messages.noConsoleNext : problem}</span>
            </Empty>
          )
        }
      </Shown>
    </>
  );
}

function send(name: string, body: Schemas['ConsoleCommandBody']): Promise<Schemas['ConsoleCommandAnswer']> {
  return ask((api) => api.POST('/api/v1/directors/{name}/console', { params: { path: { name } }, body }));
}

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof Refused && error.problem.code === 'confirmation_required';

function Console({ name }: { readonly name: string }) {
  const messages = useMessages('directorConsole');
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [last, setLast] = useState('status director');
  const why = usePermissionError('directors:console');
  const action = useAction();
  const add = (entry: Omit<Entry, 'id'>): void =>
    setEntries((old) => [{ ...entry, id: (old[0]?.id ?? 0) + 1 }, ...old].slice(0, mostEntries));
  const carryOut = async (command: string, isConfirmed: boolean): Promise<void> => {
    setLast(command);
    try {
      const answer = await send(name, isConfirmed ? { command, confirm: true } : { command });
      add({ ...answer, question: null });
    } catch (error) {
      if (!isConfirmed && isUnconfirmed(error)) {
        setUnconfirmed(command);
        return;
      }
      const asked = questionIn(asProblem(error));
      if (asked) add({ command, ...asked, truncated: false, durationMs: null });
      throw error;
    } finally {
      if (isConfirmed) setUnconfirmed(null);
    }
  };
  return (
    <>
      <AsCurl method="POST" path={`/directors/${encodeURIComponent(name)}/console`} body={{ command: last }} />
      <ConsoleForm isBusy={action.busy} send={(command) => action.act(() => carryOut(command, false))} />
      {why !== null && <p className="quiet">{messages.needsRight}</p>}
      <p role="status" className="quiet">
        {action.busy ? messages.working : ''}
      </p>
      <ErrorMessage problem={action.problem} />
      {unconfirmed !== null && (
        <Confirm
          {...{ name, command: unconfirmed, isBusy: action.busy }}
          confirm={() => action.act(() => carryOut(unconfirmed, true))}
          close={() => setUnconfirmed(null)}
        />
      )}
      <ConsoleAnswers entries={entries} clear={() => setEntries([])} />
    </>
  );
}

/** What a Director asked instead of answering. */
function questionIn(problem: Problem): { readonly question: string; readonly output: string } | null {
  const { question, output } = problem as Problem & Partial<Schemas['ConsoleCommandProblem']>;
  return question === undefined ? null : { question, output: output ?? question };
}

interface ConfirmProps {
  readonly name: string;
  readonly command: string;
  readonly isBusy: boolean;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** The question before a command that may change something. Escape is no. */
function Confirm({ name, command, isBusy, confirm, close }: ConfirmProps) {
  const { confirm: messages } = useMessages('directorConsole');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="console-confirm" aria-labelledby="console-confirm" onClose={close}>
      <h2 id="console-confirm">{messages.title}</h2>
      <p>
        <code>{command}</code>
      </p>
      <p>{messages.why(name)}</p>
      <div className="row wrap">
        <button type="button" className="danger" aria-disabled={isBusy} onClick={confirm}>
          {messages.send}
        </button>
        <button type="button" autoFocus onClick={() => dialog.current?.close()}>
          {messages.cancel}
        </button>
      </div>
    </dialog>
  );
}
