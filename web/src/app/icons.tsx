import { type ReactNode } from 'react';

const drawings = {
  overview: 'M2 9a6 6 0 1 1 12 0M8 9l3-3M2 13h12',
  jobs: 'M3 3h10M3 8h10M3 13h6',
  product: 'M3 8a5 5 0 1 0 2-4M3 2v3h3M8 5v3l2 2',
  restore: 'M8 2v8M5 7l3 3 3-3M2 13h12',
  clients: 'M2 3h12v8H2zM5 14h6M8 11v3',
  storage: 'M2 4c0-2.5 12-2.5 12 0v8c0 2.5-12 2.5-12 0zM2 4c0 2.5 12 2.5 12 0M2 8c0 2.5 12 2.5 12 0',
  statistics: 'M2 14h12M4 11V8M8 11V3M12 11V6',
  events: 'M8 2a4 4 0 0 1 4 4v3l1 2H3l1-2V6a4 4 0 0 1 4-4zM7 14h2',
  administration:
    'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.500 1.500M11.500 11.500L13 13M13 3l-1.500 1.500M4.500 11.500L3 13',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  fold: 'M10 4L6 8l4 4',
  unfold: 'M6 4l4 4-4 4',
} as const;

export type IconName = keyof typeof drawings;

/** Drawn in the color of its text; beside a word, so it says nothing itself. */
export function Icon({ of }: { readonly of: IconName }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[of]} />
    </svg>
  );
}
