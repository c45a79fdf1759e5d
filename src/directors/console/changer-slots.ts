import { type SlotState } from '../../domain/storages.js';

/** D drive, S slot, I import/export slot; a drive has the slot that its volume came from. */
const placeLine = /^([DSI])\|(\d+)\|(\d*)\|([^|]*)(?:\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|\d*\|\d*|\|*)$/;
const kinds = { D: 'drive', S: 'slot', I: 'exchange' } as const;

/** Parses `status slots`. Other lines are left out; unknown values are `?`. */
export function slotStates(text: string): readonly SlotState[] {
  return text
    .split('\n')
    .map((line) => placeLine.exec(line.trim()))
    .filter((match) => match !== null)
    .map(placeOf);
}

function placeOf([, letter = 'S', number = '', , volume = '', , status, , pool]: RegExpExecArray): SlotState {
  const kind = kinds[letter as keyof typeof kinds];
  return {
    slot: Number(number),
    kind,
    volume: volume === '' ? null : volume,
    status: known(status),
    pool: known(pool),
  };
}

function known(text: string | undefined): string | null {
  return text === undefined || text === '' || text === '?' ? null : text;
}
