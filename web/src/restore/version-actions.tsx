import { useDenial } from '../api/caller';
import { useWords } from '../words/words';
import { restoreWords } from './restore.words';

interface VersionActionsProps {
  readonly restoreHere: () => void;
  /** Why this version cannot be restored beside what is selected. */
  readonly why: string | null;
}

/** What can be done with one version, in its own row. The button for a download of the version belongs here, as the second one. */
export function VersionActions({ restoreHere, why }: VersionActionsProps) {
  const words = useWords(restoreWords);
  const mayRun = useDenial('restore:run');
  const mayWrite = useDenial('restore:anywhere');
  const denial = mayRun ?? mayWrite ?? why;
  return (
    <div className="version-actions">
      <button type="button" disabled={denial !== null} title={denial ?? words.restoreHereHint} onClick={restoreHere}>
        {words.restoreHere}
      </button>
    </div>
  );
}
