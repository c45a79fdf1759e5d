import { type Look } from '../../components/state';

interface UseBarProps {
  /** Of one; null: not known. */
  readonly part: number | null;
  readonly look?: Look;
  /** What it shows, with the number. */
  readonly said: string;
}

/** How much of something is taken. */
export function UseBar({ part, look = 'off', said }: UseBarProps) {
  return (
    <svg
      className="bar-of"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
      data-look={look}
    >
      <title>{said}</title>
      <rect className="ground" width="100" height="8" />
      <rect width={(part ?? 0) * 100} height="8" />
    </svg>
  );
}
