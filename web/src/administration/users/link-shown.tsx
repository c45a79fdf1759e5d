import { useEffect, useRef } from 'react';
import { type Schemas } from '../../api/ask';
import { frameWords } from '../../app/frame.words';
import { exact } from '../../parts/format';
import { Secret } from '../../parts/secret';
import { useZone } from '../../parts/zone';
import { useWords } from '../../words/words';
import { usersWords } from './users.words';

interface LinkShownProps {
  readonly link: Schemas['OneTimeLink'];
  readonly username: string;
  readonly onDone: () => void;
}

/** The link, which nobody can show again. */
export function LinkShown({ link, username, onDone }: LinkShownProps) {
  const words = useWords(usersWords);
  const { product } = useWords(frameWords);
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
