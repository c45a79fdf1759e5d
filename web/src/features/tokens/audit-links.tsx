import { Link } from '@tanstack/react-router';
import { usePermissionError } from '../../api/disabled-reason';
import { useMessages } from '../../i18n/messages';

interface AuditLinksProps {
  readonly id: string;
  /** In short words, which the head of a column explains. */
  readonly isInList?: boolean;
}

/** For users who may read the audit log. */
export function AuditLinks({ id, isInList = false }: AuditLinksProps) {
  const messages = useMessages('tokens');
  if (usePermissionError('audit:read') !== null) return null;
  return (
    <>
      <Link to="/administration/audit" search={{ byTokenId: id }} title={messages.byIt}>
        {isInList ? messages.didIt : messages.byIt}
      </Link>{' '}
      <Link to="/administration/audit" search={{ aboutTokenId: id }} title={messages.aboutIt}>
        {isInList ? messages.doneToIt : messages.aboutIt}
      </Link>
    </>
  );
}
