import { type Director, useChosenDirector, useDirectors } from '../../api/directors';
import { type Capability, usePermissionError } from '../../api/disabled-reason';
import { useMessages } from '../../i18n/messages';

/** What a Director may lack a way to. */
export type Ability =
  | 'label'
  | 'change-volume'
  | 'prune'
  | 'purge'
  | 'delete-volume'
  | 'truncate'
  | 'relabel'
  | 'label-barcodes'
  | 'update-slots'
  | 'import'
  | 'export';

function findDirector(all: readonly Director[], name: string | undefined): Director | undefined {
  return all.find((one) => (name === undefined ? one.default : one.name === name));
}

/** The Director of this name, or the usual one; undefined while it is not known. */
export function useDirectorNamed(name: string | undefined): Director | undefined {
  return findDirector(useDirectors(), name);
}

/** Null where the caller may and the Director can; else the sentence that says what is missing. */
export function useDisabledReason(
  director: string | undefined,
  ability: Ability,
  capability: Capability,
): string | null {
  const denial = usePermissionError(capability);
  const { cannot } = useMessages('storage');
  const found = useDirectorNamed(director);
  const isAble = !found || found.abilities.includes(ability);
  return denial ?? (isAble ? null : cannot[ability](found.name));
}

/** Which Directors have devices to mount: the storages of the others are folders. */
export function useMounts(): (director: string) => boolean {
  const all = useDirectors();
  return (director) => findDirector(all, director)?.abilities.includes('mount') ?? false;
}

/** What a link to something of one Director adds to the address: its name, where all are looked at. */
export function useDirectorLink(): (director: string) => { readonly director?: string } {
  const { director: chosen } = useChosenDirector();
  return (director) => (chosen === '*' ? { director } : {});
}
