import { useEffect, useId, useState } from 'react';
import { apiRoot } from '../api/address';
import { useMessages } from '../i18n/messages';
import { copyLine } from './api-menu';
import { offerLine, withdrawLine } from './curl-lines';

interface AsCurlProps {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  /** More of its query; what is undefined is left out. */
  readonly query?: object;
  readonly body?: unknown;
  /** For what no token may do: the line takes the session that the line before it signs in to. */
  readonly bySession?: boolean;
}

export type CurlOf = AsCurlProps;

const signIn = `-H 'Content-Type: application/json' -d '{"username":"…","password":"…"}'`;

/** What this part of the page requests, for a script: a line of curl with a token to fill in. */
export function curlOf({ method = 'GET', path, query = {}, body, bySession = false }: AsCurlProps): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  const who = bySession ? '-b session.txt' : '-H "Authorization: Bearer $TOKEN"';
  const line = `curl${verb} ${who}${data} ${quoted(`${apiRoot}${path}${queryOf(query)}`)}`;
  return bySession ? `curl -c session.txt ${signIn} ${quoted(`${apiRoot}/auth/login`)}\n${line}` : line;
}

function queryOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** For a shell: nothing in single quotes is special but the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A line of the page's API menu, as long as what offers it is on the page. */
export function AsCurl(props: AsCurlProps) {
  const id = useId();
  const text = curlOf(props);
  const name = `${props.method ?? 'GET'} ${props.path.replace(/\?.*$/, '')}`;
  useEffect(() => offerLine(id, { name, text }), [id, name, text]);
  useEffect(() => () => withdrawLine(id), [id]);
  return null;
}

/** Copies the line where it is shown. */
export function CopyCurl(props: AsCurlProps) {
  const { curl, copied } = useMessages('common');
  const [said, setSaid] = useState<string | null>(null);
  const text = curlOf(props);
  return (
    <>
      <button type="button" className="bare" title={text} onClick={() => void copyLine(text, copied).then(setSaid)}>
        {curl}
      </button>
      <span role="status" className="quiet said">
        {said}
      </span>
    </>
  );
}
