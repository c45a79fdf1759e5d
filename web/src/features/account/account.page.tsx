import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { CallerContext } from '../../api/permissions';
import { Facts } from '../../components/definition-list';
import { Title } from '../../components/title';
import { useWords } from '../../i18n/messages';
import './account.css';
import { accountWords } from './account.messages';
import { ChangePassword } from './change-password';

/** The signed-in user, what the role allows, and the password. */
export function AccountPage() {
  const words = useWords(accountWords);
  const caller = useContext(CallerContext);
  const capabilities = caller?.capabilities ?? [];
  return (
    <>
      <Title>{words.title}</Title>
      <Facts
        of={[
          [words.user, caller?.user.username],
          [words.role, caller?.role],
        ]}
      />
      <details className="after">
        <summary>{words.capabilities(capabilities.length)}</summary>
        <p className="path">{capabilities.join(', ')}</p>
      </details>
      <ChangePassword />
      <p className="after">
        <Link to="/administration/sessions">{words.toSessions}</Link>
      </p>
    </>
  );
}
