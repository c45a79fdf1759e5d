import { type ComponentProps, type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { useAction } from './action';
import { AsCurl, type CurlOf } from './copy-as-curl';
import { ErrorMessage } from './error-message';
import { useFocusKept } from './title';

/** Whether the question is open; once it is answered, the focus goes back to the button. */
type Asked = 'not yet' | 'now' | 'and answered';
export type Question = readonly [asked: Asked, setAsked: Dispatch<SetStateAction<Asked>>];

/** For a button that moves to another place in the page while its question is open. */
export const useQuestion = (): Question => useState<Asked>('not yet');

interface ConfirmButtonProps {
  readonly label: string;
  readonly really: string;
  readonly keep: string;
  /** What it is about, where several stand on one page. */
  readonly of?: string;
  readonly work: () => Promise<void>;
  /** The same action for a machine, shown while the question is open. */
  readonly curl?: CurlOf;
  /** Of a parent that keeps it; else it is the button's own. */
  readonly question?: Question;
}

/** A button that asks once more in its place. Escape is no. */
export function ConfirmButton({ label, really, keep, of = '', work, curl, question }: ConfirmButtonProps) {
  const ownQuestion = useQuestion();
  const [asked, setAsked] = question ?? ownQuestion;
  const { problem, busy, act } = useAction();
  const place = useRef<HTMLSpanElement>(null);
  useFocusKept(place);
  const named = (text: string) => (of === '' ? text : `${text} ${of}`);
  const decline = () => {
    // What is under way can no longer be declined.
    if (!busy) setAsked('and answered');
  };
  // An error stays beside its question. The work may have moved the focus: then it stays there.
  const accept = () =>
    act(async () => {
      await work();
      setAsked(place.current?.contains(document.activeElement) ? 'and answered' : 'not yet');
    });
  // Not disabled while it works: a disabled button loses the focus.
  const yes = { className: 'danger', autoFocus: true, 'aria-disabled': busy, onClick: accept };
  const ask = {
    autoFocus: asked === 'and answered',
    onClick: () => setAsked('now'),
    // A button that moves to another place takes the focus there only if it has it.
    onBlur: () => asked === 'and answered' && setAsked('not yet'),
  };
  return (
    <span
      className={curl ? 'row wrap' : 'row'}
      ref={place}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && asked === 'now') decline();
      }}
    >
      {asked === 'now' ? (
        <>
          <Choice key="yes" text={really} name={named(really)} {...yes} />
          <Choice key="no" text={keep} name={named(keep)} aria-disabled={busy} onClick={decline} />
          {curl && <AsCurl {...curl} />}
        </>
      ) : (
        <Choice key="ask" text={label} name={named(label)} {...ask} />
      )}
      <ErrorMessage problem={problem} />
    </span>
  );
}

interface ChoiceProps extends ComponentProps<'button'> {
  readonly text: string;
  readonly name: string;
}

function Choice({ text, name, ...rest }: ChoiceProps) {
  return (
    <button type="button" aria-label={name} {...rest}>
      {text}
    </button>
  );
}
