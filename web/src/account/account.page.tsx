import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { CallerContext } from '../api/caller';
import { Facts } from '../parts/facts';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import './account.css';
import { accountWords } from './account.words';
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
