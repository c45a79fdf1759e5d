import { type Settings } from './settings';
import { type Tested } from './use-test';

/** What each step of the form works on. */
export interface FieldsProps {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
  readonly tested: Tested | null;
  /** Whether this Director is stored already: then its name and kind stand, and its secrets may be left out. */
  readonly isStored: boolean;
  /** As they were stored. */
  readonly stored?: Settings;
}
