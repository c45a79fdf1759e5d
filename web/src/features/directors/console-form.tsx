import { type KeyboardEvent, useRef, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { consoleSuggestions } from './console-suggestions';

const mostKept = 50;

interface History {
  /** The earlier command in this direction; null where there is none. */
  readonly step: (towards: 'older' | 'newer', typed: string) => string | null;
  readonly add: (command: string) => void;
}

/** Commands of this page view, in memory alone: a command can contain a password. */
function useHistory(): History {
  const [sent, setSent] = useState<readonly string[]>([]);
  const [position, setPosition] = useState<{ readonly at: number; readonly typed: string }>({ at: -1, typed: '' });
  return {
    step: (towards, typed) => {
      const at = position.at + (towards === 'older' ? 1 : -1);
      if (at < -1 || at >= sent.length) return null;
      const own = position.at === -1 ? typed : position.typed;
      setPosition({ at, typed: own });
      return sent[at] ?? own;
    },
    add: (command) => {
      setSent((old) => [command, ...old.filter((one) => one !== command)].slice(0, mostKept));
      setPosition({ at: -1, typed: '' });
    },
  };
}

interface ConsoleFormProps {
  readonly isBusy: boolean;
  readonly send: (command: string) => void;
}

/** The line for a command, with earlier ones by the arrow keys, and commands that only read. */
export function ConsoleForm({ isBusy, send }: ConsoleFormProps) {
  const messages = useMessages('directorConsole');
  const history = useHistory();
  const [command, setCommand] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const found = history.step(event.key === 'ArrowUp' ? 'older' : 'newer', command);
    if (found !== null) setCommand(found);
  };
  const submit = (): void => {
    const text = command.trim();
    if (text === '' || isBusy) return;
    history.add(text);
    setCommand('');
    send(text);
  };
  const choose = (text: string): void => {
    setCommand(text);
    input.current?.focus();
  };
  return (
    <>
      <form
        className="console-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor="console-command">{messages.command}</label>
        <input
          ref={input}
          id="console-command"
          value={command}
          maxLength={4096}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby="console-help"
          onChange={({ target }) => setCommand(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="primary" aria-disabled={isBusy}>
          {messages.send}
        </button>
      </form>
      <p id="console-help" className="quiet">
        {messages.help}
      </p>
      <div className="row wrap" role="group" aria-label={messages.reading}>
        <span className="quiet">{messages.reading}</span>
        {consoleSuggestions.map((text) => (
          <button
            key={text}
            type="button"
            className="bare console-suggestion"
            aria-label={messages.fill(text)}
            onClick={() => choose(text)}
          >
            <code>{text}</code>
          </button>
        ))}
      </div>
    </>
  );
}
