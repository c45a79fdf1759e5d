/** Both letter cases of a text as one: what a search takes to be the same letter, letter by letter, never changing their number. */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldLetter(character);
  return folded;
}

/** Through the capital, so that both small sigmas are one letter. Never onto an ASCII letter: the Kelvin sign is no k. */
export function foldLetter(character: string): string {
  if (isAscii(character)) return character.toLowerCase();
  const upper = character.toUpperCase();
  const lower = isOneLetter(upper) ? upper.toLowerCase() : character.toLowerCase();
  return isOneLetter(lower) ? lower : character;
}

let spellingsOfFolded: Map<string, string[]> | undefined;

/** A letter beyond ASCII in all its cases, itself included. Letters whose other case is of another length stay alone. */
export function spellingsOf(character: string): readonly string[] {
  spellingsOfFolded ??= collectSpellings();
  return spellingsOfFolded.get(foldLetter(character)) ?? [character];
}

function collectSpellings(): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  for (let code = 0x80; code < 0x1f000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const key = foldLetter(character);
    if (key === character && character.toUpperCase() === character) continue;
    spellings.set(key, [...(spellings.get(key) ?? [key]).filter((known) => known !== character), character]);
  }
  return spellings;
}

export function isAscii(character: string): boolean {
  return character < '\u0080';
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function isOneLetter(text: string): boolean {
  return Array.from(text).length === 1 && !isAscii(text);
}
