import { useEffect, useRef } from 'react';
import { type Schemas } from '../../api/request';
import { exact } from '../../components/format';
import { Secret } from '../../components/secret';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';

interface LinkShownProps {
  readonly link: Schemas['OneTimeLink'];
  readonly username: string;
  readonly onDone: () => void;
}

/** The link, which nobody can show again. */
export function LinkShown({ link, username, onDone }: LinkShownProps) {
  const messages = useMessages('users');
  const { product } = useMessages('layout');
  const zone = useZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="fresh" aria-labelledby="link">
      <h2 id="link" ref={heading} tabIndex={-1}>
        {messages.linkFor(username)}
      </h2>
      <p>{messages.linkOnce(product, new URL(link.url).host)}</p>
      <Secret label={messages.address} text={link.url} />
      <p className="quiet">
        {messages.linkUntil} <time dateTime={link.expiresAt}>{exact(link.expiresAt, zone)}</time>
      </p>
      <button type="button" onClick={onDone}>
        {messages.haveIt}
      </button>
    </section>
  );
}
