import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/messages';
import { useAction } from './action';
import { ErrorMessage } from './error-message';

interface Deed {
  readonly said: string;
  readonly back: () => Promise<void>;
}

export interface Undo {
  /** What was done last, as long as it can be undone. */
  readonly deed: Deed | null;
  /** Something was done; `back` undoes it. */
  readonly did: (said: string, back: () => Promise<void>) => void;
  readonly forget: () => void;
}

const undoableMs = 10_000;

/** For deeds that ask nothing: the way back stands there for ten seconds. */
export function useUndo(): Undo {
  const [deed, setDeed] = useState<Deed | null>(null);
  useEffect(() => {
    if (deed === null) return undefined;
    const timer = setTimeout(() => setDeed(null), undoableMs);
    return () => clearTimeout(timer);
  }, [deed]);
  return { deed, did: (said, back) => setDeed({ said, back }), forget: () => setDeed(null) };
}

/** What was done, and the way back. */
export function Undone({ of: { deed, forget } }: { readonly of: Undo }) {
  const { undo } = useMessages('undo');
  const { problem, busy, act } = useAction();
  const goBack = () =>
    act(async () => {
      await deed?.back();
      forget();
    });
  return (
    <>
      <div role="status" className="row">
        {deed && (
          <>
            <span>{deed.said}</span>
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
