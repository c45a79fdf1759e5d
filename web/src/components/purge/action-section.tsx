import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { AsCurl } from '../copy-as-curl';
import './purge.css';

interface ActionSectionProps {
  readonly title: string;
  readonly curl: ComponentProps<typeof AsCurl>;
  readonly children: ReactNode;
}

/** What is about to be done with a volume or a run, opened by a button above it: the focus goes to its heading. */
export function ActionSection({ title, curl, children }: ActionSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section className="action-section" aria-labelledby="action-section">
      <div className="head">
        <h2 id="action-section" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <AsCurl {...curl} />
      </div>
      {children}
    </section>
  );
}
