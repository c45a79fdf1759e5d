import { useRef, useState } from 'react';
import { type Run } from '../../api/stream';
import { useAction } from '../../components/action';
import { Fault } from '../../components/error-message';
import { count } from '../../components/format';
import { useWords } from '../../i18n/messages';
import { runWords } from './run.messages';
import { type Line, readPages } from './use-log';

function save(name: string, lines: readonly Line[]): void {
  const text = lines.map(({ at, text: said }) => `${at} ${said}\n`);
  const address = URL.createObjectURL(new Blob(text, { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the time it is asked for anything else.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The whole log as a file, read anew from its first line: the page keeps only the last ones. */
export function SaveLog({ run }: { readonly run: Run }) {
  const words = useWords(runWords);
  const { problem, act } = useAction();
  const [read, setRead] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const start = () =>
    act(async () => {
      const lines: Line[] = [];
      const { signal } = (stop.current = new AbortController());
      try {
        setRead(0);
        await readPages(run, (page) => setRead(lines.push(...page)), { signal });
        save(`${run.uniqueName.replaceAll(/[^\w.-]+/g, '_')}.log`, lines);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setRead(null);
      }
    });
  return (
    <>
      {read === null ? (
        <button type="button" onClick={start}>
          {words.download}
        </button>
      ) : (
        <>
          <span role="status">{words.downloading(count(read))}</span>
          <button type="button" onClick={() => stop.current?.abort()}>
            {words.stopDownload}
          </button>
        </>
      )}
      <Fault problem={problem} />
    </>
  );
}
