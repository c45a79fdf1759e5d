import { type ReactNode } from 'react';
import './details-groups.css';

export type Fact = readonly [term: string, value: ReactNode];

/** Related facts of one thing stand together, in a column each where there is room. */
export function FactGroups({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="fact-groups" role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface FactGroupProps {
  readonly title: string;
  /** What does not apply is left out by the caller. */
  readonly facts: readonly Fact[];
}

export function FactGroup({ title, facts }: FactGroupProps) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
