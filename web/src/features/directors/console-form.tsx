import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../../i18n/messages';
import { consoleSuggestions } from './console-suggestions';
import { consoleWords } from './console.messages';
import { useHistory } from './use-history';

interface ConsoleFormProps {
  readonly isBusy: boolean;
  readonly send: (command: string) => void;
}

/** The line for a command, with earlier ones by the arrow keys, and commands that only read. */
export function ConsoleForm({ isBusy, send }: ConsoleFormProps) {
  const words = useWords(consoleWords);
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
        <label htmlFor="console-command">{words.command}</label>
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
          {words.send}
        </button>
      </form>
      <p id="console-help" className="quiet">
        {words.help}
      </p>
      <div className="row wrap" role="group" aria-label={words.reading}>
        <span className="quiet">{words.reading}</span>
        {consoleSuggestions.map((text) => (
          <button
            key={text}
            type="button"
            className="bare console-suggestion"
            aria-label={words.fill(text)}
            onClick={() => choose(text)}
          >
            <code>{text}</code>
          </button>
        ))}
      </div>
    </>
  );
}
