import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../api/queries';
import { copyLine } from '../../components/api-menu';
import { AsCurl } from '../../components/copy-as-curl';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import './configuration.css';
import { ConfigurationNote, ConfigurationTabs } from './configuration-tabs';
import { useConfiguredDirector } from './use-configuration';

const route = getRouteApi('/administration/configuration/text');

/** The file as it is, with its lines; an address may name one of them. */
export function TextPage() {
  const messages = useMessages('configuration');
  const { line } = route.useSearch();
  const director = useConfiguredDirector();
  const text = useApiQuery(
    ['configuration', 'text', director],
    (api, signal) => api.GET('/api/v1/configuration/text', { params: { query: { director: director ?? '' } }, signal }),
    { enabled: director !== null },
  );
  return (
    <>
      <Title>{messages.title}</Title>
      <AsCurl path={`/configuration/text?director=${encodeURIComponent(director ?? '')}`} />
      <ConfigurationTabs />
      <ConfigurationNote director={director} />
      <Shown of={text} rows={12}>
        {(known) => <Lines of={known.text} line={Number(line)} />}
      </Shown>
    </>
  );
}

function Lines({ of, line }: { readonly of: string; readonly line: number }) {
  const messages = useMessages('configuration');
  const { copy, copied } = useMessages('common');
  const [said, setSaid] = useState('');
  const marked = useRef<HTMLSpanElement>(null);
  // In braces: what scrollIntoView returns in newer browsers is no cleanup.
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' });
  }, [line]);
  return (
    <>
      <p className="row">
        <button type="button" onClick={() => void copyLine(of, copied).then(setSaid)}>
          {copy}
        </button>
        <span role="status" className="quiet">
          {said === of ? '' : said}
        </span>
        <span className="quiet">{messages.textHint}</span>
      </p>
      <pre className="setup-text" data-numbered tabIndex={0} role="region" aria-label={messages.text}>
        {of
          .replace(/\n$/, '')
          .split('\n')
          .map((one, index) => (
            <span
              key={index}
              {...(index + 1 === line
                ? { ref: marked, 'data-kind': 'marked', 'aria-current': 'location' as const }
                : {})}
            >
              {`${one}\n`}
            </span>
          ))}
      </pre>
    </>
  );
}
