import { type Look } from '../../components/state';

interface UseBarProps {
  /** From 0 to 1. */
  readonly part: number;
  readonly look?: Look;
  /** What it shows, with the number. */
  readonly text: string;
}

/** How much of something is taken. */
export function UseBar({ part, look = 'off', text }: UseBarProps) {
  const taken = Math.max(0, Math.min(1, part)) * 100;
  return (
    <svg className="use" data-look={look} viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={text}>
      <rect className="ground" width="100" height="8" />
      <rect className="taken" width={taken} height="8" />
    </svg>
  );
}
