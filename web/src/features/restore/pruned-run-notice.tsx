import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/messages';
import { restoreWords } from './restore.messages';
import { useOwnDirector } from './use-restore-state';

/** The records of its files were pruned while the run itself is still known. */
export function Gone({ run }: { readonly run: string }) {
  const words = useMessages(restoreWords);
  const own = useOwnDirector();
  return (
    <div className="note" data-look="warn">
      <p>{words.goneRun(run)}</p>
      <p>{words.goneWhole}</p>
      <Link to="/runs/$jobId" params={{ jobId: run }} search={own}>
        {words.goneLink}
      </Link>
    </div>
  );
}
