import { type ReactNode, useContext } from 'react';
import { CallerContext } from '../api/caller';
import { AdministrationTabs } from '../app/administration-tabs';
import { Facts } from '../parts/facts';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import './account.css';
import { accountWords } from './account.words';
import { ChangePassword } from './change-password';
import { Sessions } from './sessions';

/** The same among the parts of the administration. */
export function SessionsPage() {
  return <AccountPage tabs={<AdministrationTabs />} />;
}

/** Who is signed in, where else, and the password. */
export function AccountPage({ tabs }: { readonly tabs?: ReactNode }) {
  const words = useWords(accountWords);
  const caller = useContext(CallerContext);
  const capabilities = caller?.capabilities ?? [];
  return (
    <>
      <Title>{words.title}</Title>
      {tabs}
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
      <Sessions />
      <ChangePassword />
    </>
  );
}
