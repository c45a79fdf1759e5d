import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useChosenDirector } from '../api/directors';
import { ChooserLabel, type ChooserProps } from './combobox-label';
import { loadChunk } from './missing-chunk';
import { PartError } from './section-error';
import { noteChosen } from './recent-choices';

/** Of more than these one is looked for by typing. */
export const mostInSelect = 7;

// The list that is searched is code of its own: pages stand before it is here.
const Searched = lazy(async () => ({ default: (await loadChunk(() => import('./combobox-search'))).Searched }));

/** One of some names. What is chosen stays, even where the names no longer hold it. */
export function Chooser(props: ChooserProps) {
  const { names, isFree = false, chosen } = props;
  if (names && names.length <= mostInSelect && !isFree) return <Few {...props} names={names} />;
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={PartError}>
      <Suspense
        fallback={
          <label>
            <ChooserLabel {...props} />
            <input className="short" value={chosen} readOnly />
          </label>
        }
      >
        <Searched {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

function Few(props: ChooserProps & { readonly names: readonly string[] }) {
  const { kind, names, chosen, choose, nothing } = props;
  const { director } = useChosenDirector();
  const offered = names.includes(chosen) || chosen === '' ? names : [chosen, ...names];
  const take = (name: string) => {
    noteChosen(name, kind, director);
    choose(name);
  };
  return (
    <label>
      <ChooserLabel {...props} />
      <select value={chosen} onChange={({ target }) => take(target.value)}>
        {(nothing !== undefined || chosen === '') && <option value="">{nothing}</option>}
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
