import { Link } from '@tanstack/react-router';
import { useDenial } from '../../api/caller';
import { useWords } from '../../words/words';
import { tokensWords } from './tokens.words';

/** For those who may read the audit log. */
export function AuditLinks({ id }: { readonly id: string }) {
  const words = useWords(tokensWords);
  if (useDenial('audit:read') !== null) return null;
  return (
    <span className="audit-links">
      <Link to="/administration/audit" search={{ byTokenId: id }} title={words.byIt}>
        {words.didIt}
      </Link>{' '}
      <Link to="/administration/audit" search={{ aboutTokenId: id }} title={words.aboutIt}>
        {words.doneToIt}
      </Link>
    </span>
  );
}
