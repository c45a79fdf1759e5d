import { Link } from '@tanstack/react-router';
import { usePermissionError } from '../../api/disabled-reason';
import { useMessages } from '../../i18n/messages';
import { tokensWords } from './tokens.messages';

interface AuditLinksProps {
  readonly id: string;
  /** In short words, which the head of a column explains. */
  readonly isInList?: boolean;
}

/** For users who may read the audit log. */
export function AuditLinks({ id, isInList = false }: AuditLinksProps) {
  const words = useMessages(tokensWords);
  if (usePermissionError('audit:read') !== null) return null;
  return (
    <>
      <Link to="/administration/audit" search={{ byTokenId: id }} title={words.byIt}>
        {isInList ? words.didIt : words.byIt}
      </Link>{' '}
      <Link to="/administration/audit" search={{ aboutTokenId: id }} title={words.aboutIt}>
        {isInList ? words.doneToIt : words.aboutIt}
      </Link>
    </>
  );
}
