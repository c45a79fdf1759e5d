import { type ReactNode, type SyntheticEvent, useState } from 'react';
import './type-to-confirm.css';

interface TypeToConfirmProps {
  /** What has to be typed. */
  readonly name: string;
  /** Asks for it. */
  readonly label: string;
  readonly submit: string;
  readonly keep: string;
  readonly busy: boolean;
  /** Whether more than the name is needed, and missing. */
  readonly isIncomplete?: boolean;
  readonly onConfirm: (typed: string) => void;
  readonly onKept: () => void;
  /** Above the field. */
  readonly children?: ReactNode;
}

/** For what cannot be undone: the name is typed before the button can be pressed. */
export function TypeToConfirm(props: TypeToConfirmProps) {
  const { name, label, submit, keep, busy, isIncomplete = false, onConfirm, onKept, children } = props;
  const [typed, setTyped] = useState('');
  const isReady = typed === name && !isIncomplete;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady) onConfirm(typed);
  };
  return (
    <form className="confirm" onSubmit={send}>
      {children}
      <label>
        {label}
        <input
          {...{ value: typed, name: 'confirm', spellCheck: false, autoComplete: 'off' }}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <div className="row">
        <button className="danger" disabled={!isReady} aria-disabled={busy}>
          {submit}
        </button>
        <button type="button" onClick={onKept}>
          {keep}
        </button>
      </div>
    </form>
  );
}
