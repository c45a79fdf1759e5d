import { useState } from 'react';
import { base } from '../api/ask';
import { useWords } from '../words/words';
import { commonWords } from '../words/common.words';

interface AsCurlProps {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly body?: unknown;
}

/** The same wish for a machine: what this part of the page asks, as a line of curl with a token to fill in. */
export function curlOf({ method = 'GET', path, body }: AsCurlProps): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `curl${verb} -H "Authorization: Bearer $TOKEN"${data} ${quoted(`${base}/api/v1${path}`)}`;
}

/** For a shell: nothing in single quotes is special but the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Copies the line; where a browser gives no clipboard it shows it instead. */
export function AsCurl(props: AsCurlProps) {
  const { curl, copied } = useWords(commonWords);
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(curlOf(props));
      setSaid(copied);
    } catch {
      setSaid(curlOf(props));
    }
  };
  return (
    <>
      <button type="button" className="bare" title={curlOf(props)} onClick={() => void copy()}>
        {curl}
      </button>
      <span role="status" className="quiet said">
        {said}
      </span>
    </>
  );
}
