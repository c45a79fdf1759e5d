import { type Kind } from './recent-choices';

export interface ChooserProps {
  readonly label: string;
  readonly kind: Kind;
  /** The name; empty where nothing is chosen. */
  readonly chosen: string;
  readonly choose: (name: string) => void;
  /** All that there are; without it the server is asked for those that hold what is typed. */
  readonly names?: readonly string[];
  /** What stands there while nothing is chosen; without it there is always a choice. */
  readonly nothing?: string;
  /** Whether a name may be typed that is not among them: one that was configured once. */
  readonly isFree?: boolean;
  /** Whether the label is heard and not seen. */
  readonly isQuiet?: boolean;
}

export function ChooserLabel({ label, isQuiet = false }: Pick<ChooserProps, 'label' | 'isQuiet'>) {
  return isQuiet ? <span className="only-heard">{label}</span> : label;
}
