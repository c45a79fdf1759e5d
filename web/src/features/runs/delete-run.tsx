import { useState } from 'react';
import { type Run } from '../../api/stream';
import { Forget, ForgottenText } from '../../components/purge/purge';
import { type Forgotten } from '../../components/purge/purge-impact';
import { focusTitle } from '../../components/title';

export interface Deletion {
  readonly isOpen: boolean;
  readonly done: Forgotten | null;
  readonly open: () => void;
  readonly close: (done: Forgotten | null) => void;
}

export function useDeletion(): Deletion {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<Forgotten | null>(null);
  const close = (forgotten: Forgotten | null) => {
    focusTitle();
    setDone(forgotten);
    setOpen(false);
  };
  return { isOpen, done, open: () => setOpen(true), close };
}

/** What would be lost with the run, and then that it was. */
export function DeleteRun({ run, of }: { readonly run: Run; readonly of: Deletion }) {
  const target = { action: 'deleteRun', jobId: run.jobId, director: run.director } as const;
  return (
    <>
      <p role="status">{of.done && <ForgottenText of={of.done} />}</p>
      {of.isOpen && <Forget target={target} onDone={of.close} onKept={() => of.close(null)} />}
    </>
  );
}
