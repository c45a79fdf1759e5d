const mostCharacters = 500;
const mask = '[hidden]';
/** Shorter ones occur in any text by chance; masking them would hide the answer and no secret. */
const shortestSecret = 4;
/** The same for the base64 form of a secret after other bytes. */
const shortestInside = 8;

/**
 * The beginning of an answer, safe to be stored and shown: at most 500 characters of one line, without control characters, and
 * without the secrets of the request, even if the other side escaped them when it echoed them. `isCut`: the answer continued, so
 * its end may contain the beginning of a secret.
 */
export function excerptOf(answer: string, secrets: Iterable<string>, isCut: boolean): string | null {
  const spellings = spellingsOf(secrets);
  let text = answer.replace(/�+$/, '');
  for (const spelling of spellings) text = replaceIgnoringCase(text, spelling);
  if (isCut) text = withoutBegunSecret(text, spellings);
  text = text
    // Direction marks and invisible characters can make a text read as another one.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  if (text.length <= mostCharacters) return text;
  // Cutting must not leave half of a surrogate pair, which no database takes.
  return `${text.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Longest first, so that a part of a secret does not break up the whole. */
function spellingsOf(secrets: Iterable<string>): readonly string[] {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    for (const plain of [secret, percentDecoded(secret)]) {
      const inJson = JSON.stringify(plain).slice(1, -1);
      const inHtml = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      for (const spelling of [plain, inJson, inJson.replaceAll('/', '\\/'), inHtml, percentEncoded(plain)]) {
        if (spelling.length >= shortestSecret) spellings.add(spelling);
      }
      if (plain.length >= shortestSecret) for (const spelling of asBytes(plain)) spellings.add(spelling);
    }
  }
  return [...spellings].sort((one, other) => other.length - one.length);
}

/** Also if it is only a part of what was encoded, as the password of an SMTP login is. */
function asBytes(plain: string): readonly string[] {
  const bytes = Buffer.from(plain);
  const inside = [0, 1, 2].map((shift) => insideBase64(bytes, shift)).filter(({ length }) => length >= shortestInside);
  const encoded = [bytes.toString('base64'), ...inside];
  const forUrls = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...encoded, ...forUrls, bytes.toString('hex')];
}

/** The base64 form of the bytes inside any other data, if they start `shift` bytes after a group of three. */
function insideBase64(bytes: Buffer, shift: number): string {
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
  return shifted.toString('base64').slice(Math.ceil((shift * 4) / 3), Math.floor((shifted.length * 4) / 3));
}

function replaceIgnoringCase(text: string, secret: string): string {
  return text.replace(new RegExp(secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi'), mask);
}

function withoutBegunSecret(text: string, spellings: readonly string[]): string {
  const lower = text.toLowerCase();
  let begunAt = text.length;
  for (const spelling of spellings) {
    const secret = spelling.toLowerCase();
    for (let length = Math.min(secret.length - 1, text.length); length >= shortestSecret; length -= 1) {
      if (lower.endsWith(secret.slice(0, length))) begunAt = Math.min(begunAt, text.length - length);
    }
  }
  return begunAt === text.length ? text : `${text.slice(0, begunAt)}${mask}`;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
