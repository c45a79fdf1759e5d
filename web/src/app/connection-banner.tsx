import { useState } from 'react';
import { isReachable } from '../api/request';
import { useLostSince } from '../api/connection';
import { languages, locale, useMissingLanguage } from '../i18n/language';
import { reloadIfReachable } from '../components/section-error';
import { useMessages } from '../i18n/messages';

/** Says once for the whole page that the console cannot be reached, or the wanted language not be loaded. */
export function ConnectionBand() {
  const lostSince = useLostSince();
  return (
    <div role="alert" className="connection">
      {lostSince !== null && <Lost since={lostSince} />}
      <MissingLanguage />
    </div>
  );
}

function Lost({ since }: { readonly since: number }) {
  const messages = useMessages('connection');
  const { retry } = useMessages('common');
  const [isChecking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await isReachable();
    setChecking(false);
  };
  return (
    <div className="fault lost">
      <p>
        <strong>{messages.lost}</strong> {messages.lostSince(new Date(since).toLocaleTimeString(locale()))}
      </p>
      <button type="button" aria-busy={isChecking} onClick={() => void check()}>
        {retry}
      </button>
    </div>
  );
}

/** The page goes on in the language that it has; a reload asks for the wanted one again. */
export function MissingLanguage() {
  const messages = useMessages('connection');
  const missing = useMissingLanguage();
  if (missing === null) return null;
  return (
    <div className="fault">
      <p>{messages.languageMissing(languages[missing])}</p>
      <button type="button" onClick={() => void reloadIfReachable()}>
        {messages.reload}
      </button>
    </div>
  );
}
