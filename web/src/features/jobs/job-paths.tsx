import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { useAsked } from '../../api/queries';
import { useWords } from '../../i18n/messages';
import { jobsWords } from './jobs.messages';

/** More paths are folded away. */
const shownPaths = 6;

/** What the fileset takes and leaves out, as far as its Director tells. */
export function useFileset({ fileset, director }: Schemas['JobRecord']): Schemas['FilesetRecord'] | undefined {
  const { data } = useAsked(['filesets', director, fileset], (api, signal) =>
    api.GET('/api/v1/operations/filesets', { params: { query: { director, name: fileset } }, signal }),
  );
  return data?.items[0];
}

export function Paths({ of }: { readonly of: readonly string[] }) {
  const words = useWords(jobsWords);
  const list = (paths: readonly string[]): ReactNode => (
    <ul className="plain">
      {paths.map((path) => (
        <li key={path} className="path">
          {path}
        </li>
      ))}
    </ul>
  );
  const rest = of.slice(shownPaths);
  return (
    <>
      {list(of.slice(0, shownPaths))}
      {rest.length > 0 && (
        <details>
          <summary>{words.morePaths(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}
