import { type ReactNode, useState } from 'react';
import './charts.css';

/** The table that says what a picture shows; it is made when somebody wants it. */
export function AsTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="as-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {open && children}
    </details>
  );
}
