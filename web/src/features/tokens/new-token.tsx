import { useEffect, useRef } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { exact } from '../../components/format';
import { Secret } from '../../components/secret';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import {
  curlSnippet,
  githubSecret,
  githubStep,
  gitlabJob,
  gitlabVariable,
  shellCommand,
  shellScript,
  tokenFile,
} from './snippets';

/** What the snippets start: the first job, where the token may start one; null where it may not. */
function useJobToRun(): string | null {
  const { anyJob } = useMessages('tokens');
  const mayRun = usePermissionError('jobs:read', 'jobs:run') === null;
  const { data } = useApiQuery(
    ['jobs', 'first'],
    (api, signal) => api.GET('/api/v1/operations/jobs', { params: { query: { limit: 1 } }, signal }),
    { enabled: mayRun },
  );
  return mayRun ? (data?.items[0]?.name ?? anyJob) : null;
}

/** The plaintext, which nobody can show again, and lines that use it. */
export function FreshToken(props: { readonly token: Schemas['CreatedToken']; readonly onDone: () => void }) {
  const { token, onDone } = props;
  const { plaintext } = token;
  const messages = useMessages('tokens');
  const { product } = useMessages('layout');
  const zone = useZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const facts = { job: useJobToRun() };
  return (
    <section className="fresh" aria-labelledby="fresh">
      <h2 id="fresh" ref={heading} tabIndex={-1}>
        {messages.createdNow(token.name)}
      </h2>
      <p>
        {messages.validFor(product, location.host, token.expiresAt === null ? null : exact(token.expiresAt, zone))}{' '}
        {messages.copyNow}
      </p>
      <Secret label={messages.token} text={plaintext} />
      <Secret isLong label={messages.tryIt} text={curlSnippet} />
      {facts.job !== null && (
        <details>
          <summary>{messages.shell}</summary>
          <Secret isLong label={messages.shellScript} text={shellScript(facts.job)} />
          <Secret isLong label={messages.tokenFile} text={tokenFile} />
          <Secret isLong label={messages.shellCommand} text={shellCommand} />
        </details>
      )}
      <details>
        <summary>{messages.github}</summary>
        <Secret isLong label={messages.githubSecret} text={githubSecret} />
        <Secret isLong label={messages.githubStep} text={githubStep(facts)} />
      </details>
      <details>
        <summary>{messages.gitlab}</summary>
        <Secret isLong label={messages.gitlabVariable} text={gitlabVariable(plaintext)} />
        <Secret isLong label={messages.gitlabJob} text={gitlabJob(facts)} />
      </details>
      <button type="button" onClick={onDone}>
        {messages.haveIt}
      </button>
    </section>
  );
}
