import { type ReactNode } from 'react';

/** Why there is nothing, and the one next step. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="empty">{children}</div>;
}
