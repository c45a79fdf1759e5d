import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/messages';
import { useAction } from './action';
import { ErrorMessage } from './error-message';

interface UndoableAction {
  readonly said: string;
  readonly back: () => Promise<void>;
}

export interface Undo {
  /** What was done last, as long as it can be undone. */
  readonly action: UndoableAction | null;
  /** Something was done; `back` undoes it. */
  readonly did: (said: string, back: () => Promise<void>) => void;
  readonly forget: () => void;
}

const undoableMs = 10_000;

/** For actions that ask nothing: "Undo" is offered for ten seconds. */
export function useUndo(): Undo {
  const [action, setAction] = useState<UndoableAction | null>(null);
  useEffect(() => {
    if (action === null) return undefined;
    const timer = setTimeout(() => setAction(null), undoableMs);
    return () => clearTimeout(timer);
  }, [action]);
  return { action, did: (said, back) => setAction({ said, back }), forget: () => setAction(null) };
}

/** What was done, and the way back. */
export function Undone({ of: { action, forget } }: { readonly of: Undo }) {
  const { undo } = useMessages('undo');
  const { problem, busy, act } = useAction();
  const goBack = () =>
    act(async () => {
      await action?.back();
      forget();
    });
  return (
    <>
      <div role="status" className="row">
        {action && (
          <>
            <span>{action.said}</span>
            <button type="button" aria-disabled={busy} onClick={goBack}>
              {undo}
            </button>
          </>
        )}
      </div>
      <ErrorMessage problem={problem} />
    </>
  );
}
