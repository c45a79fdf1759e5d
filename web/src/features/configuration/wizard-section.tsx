import { type ReactNode, useId } from 'react';

interface WizardSectionProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** One question of the page, with its answer and what follows from it. */
export function WizardSection({ number, title, children }: WizardSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="setup-section">
      <h2 id={id}>
        {number}. {title}
      </h2>
      {children}
    </section>
  );
}

export interface PartProps<Plan> {
  readonly director: string;
  readonly plan: Plan;
  readonly set: (changes: Partial<Plan>) => void;
}
