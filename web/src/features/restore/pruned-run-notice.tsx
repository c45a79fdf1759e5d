import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/messages';
import { useOwnDirector } from './use-restore-state';

/** The records of its files were pruned while the run itself is still known. */
export function Gone({ run }: { readonly run: string }) {
  const messages = useMessages('restore');
  const own = useOwnDirector();
  return (
    <div className="note" data-look="warn">
      <p>{messages.goneRun(run)}</p>
      <p>{messages.goneWhole}</p>
      <Link to="/runs/$jobId" params={{ jobId: run }} search={own}>
        {messages.goneLink}
      </Link>
    </div>
  );
}
