import { useState } from 'react';
import { isReachable } from '../api/request';
import { useLostSince } from '../api/connection';
import { commonWords } from '../i18n/common.messages';
import { locale } from '../i18n/language';
import { useMessages } from '../i18n/messages';
import { connectionWords } from './app.messages';

/** Says once for the whole page that the console cannot be reached. */
export function ConnectionBand() {
  const lostSince = useLostSince();
  return (
    <div role="alert" className="connection">
      {lostSince !== null && <Lost since={lostSince} />}
    </div>
  );
}

function Lost({ since }: { readonly since: number }) {
  const words = useMessages(connectionWords);
  const { retry } = useMessages(commonWords);
  const [isChecking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await isReachable();
    setChecking(false);
  };
  return (
    <div className="fault">
      <p>
        <strong>{words.lost}</strong> {words.lostSince(new Date(since).toLocaleTimeString(locale()))}
      </p>
      <button type="button" aria-busy={isChecking} onClick={() => void check()}>
        {retry}
      </button>
    </div>
  );
}
