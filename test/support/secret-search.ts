/** Looks for secrets in whatever the console puts out, plain or in a spelling that somebody could turn back. */
export class SecretSearch {
  private readonly spellings: readonly { readonly name: string; readonly text: string }[];

  /** Secrets by a name that a failing test may print. */
  constructor(secrets: Readonly<Record<string, string>>) {
    this.spellings = Object.entries(secrets).flatMap(([name, secret]) =>
      Object.entries(spellingsOf(secret)).map(([how, text]) => ({ name: `${name}, ${how}`, text })),
    );
  }

  /** Names of the secrets that stand in a text, each with its spelling. */
  in(text: string): string[] {
    const lower = text.toLowerCase();
    return this.spellings
      .filter((spelling) => text.includes(spelling.text) || lower.includes(spelling.text.toLowerCase()))
      .map(({ name }) => name);
  }

  /** The same for the bytes of a large file, of which nothing but the plain spelling is looked for. */
  inBytes(bytes: Buffer): string[] {
    return this.spellings
      .filter(({ name, text }) => name.endsWith(', plain') && bytes.includes(text))
      .map(({ name }) => name);
  }
}

function spellingsOf(secret: string): Record<string, string> {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((shift) => insideBase64(bytes, shift));
  return {
    plain: secret,
    'in JSON': JSON.stringify(secret).slice(1, -1),
    'percent-encoded': encodeURIComponent(secret),
    'in hex': bytes.toString('hex'),
    ...Object.fromEntries(encoded.map((text, shift) => [`in base64 after ${shift} bytes`, text])),
    ...Object.fromEntries(
      encoded.map((text, shift) => [
        `in base64url after ${shift} bytes`,
        text.replaceAll('+', '-').replaceAll('/', '_'),
      ]),
    ),
  };
}

/** What base64 makes of it whatever stands before and behind, where it begins `shift` bytes behind a group of three. */
function insideBase64(bytes: Buffer, shift: number): string {
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
  return shifted.toString('base64').slice(Math.ceil((shift * 4) / 3), Math.floor((shifted.length * 4) / 3));
}
