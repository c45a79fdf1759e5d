import { useEffect, useRef } from 'react';
import { type Schemas } from '../../api/request';
import { frameWords } from '../../app/app.messages';
import { exact } from '../../components/format';
import { Secret } from '../../components/secret';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { usersWords } from './users.messages';

interface LinkShownProps {
  readonly link: Schemas['OneTimeLink'];
  readonly username: string;
  readonly onDone: () => void;
}

/** The link, which nobody can show again. */
export function LinkShown({ link, username, onDone }: LinkShownProps) {
  const words = useMessages(usersWords);
  const { product } = useMessages(frameWords);
  const zone = useZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="fresh" aria-labelledby="link">
      <h2 id="link" ref={heading} tabIndex={-1}>
        {words.linkFor(username)}
      </h2>
      <p>{words.linkOnce(product, new URL(link.url).host)}</p>
      <Secret label={words.address} text={link.url} />
      <p className="quiet">
        {words.linkUntil} <time dateTime={link.expiresAt}>{exact(link.expiresAt, zone)}</time>
      </p>
      <button type="button" onClick={onDone}>
        {words.haveIt}
      </button>
    </section>
  );
}
