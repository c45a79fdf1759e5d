import { type ReactNode, useId } from 'react';
import { type Capability } from '../../api/disabled-reason';
import { usePermissionError } from '../../api/disabled-reason';
import { AsCurl } from '../../components/copy-as-curl';

interface PartProps {
  readonly title: string;
  readonly needs: readonly Capability[];
  /** What it asks the API, below `/api/v1`. */
  readonly path: string;
  /** Where there is more of it. */
  readonly more?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One part of the page; nothing where this caller may not read it. */
export function Part({ title, needs, path, more, className, children }: PartProps) {
  const id = useId();
  const why = usePermissionError(...needs);
  if (why !== null) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <div className="head">
        <h2 id={id}>{title}</h2>
        <span className="row quiet">
          {more}
          <AsCurl path={path} />
        </span>
      </div>
      {children}
    </section>
  );
}
