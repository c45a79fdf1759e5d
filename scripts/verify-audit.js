// Verifies an export of the audit records without the console and its database; docs/integrate/audit-export.md describes the format.
import { Buffer } from 'node:buffer';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const usage = 'node scripts/verify-audit.js export.ndjson [--key public.pem] [--head audit-head.json] [--filtered]';
const beforeFirst = '0'.repeat(64);
/** RFC 8785: members sorted, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** Public keys by the id that signatures name them by. */
function readKeys(file) {
  const blocks = readFileSync(file, 'utf8').match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) throw new Error(`${file} contains no public key in PEM.`);
  const keys = blocks.map((pem) => createPublicKey(pem));
  return new Map(keys.map((key) => [sha256(key.export({ type: 'spki', format: 'der' })).slice(0, 16), key]));
}

/** What is wrong with the signature; null: nothing. */
function signatureFault(keys, { seq, hash, at, keyId, signature }) {
  const key = keys.get(keyId);
  if (!key) return `seal ${seq}: it is signed with the key ${keyId}, which is not in the key file`;
  const text = Buffer.from(canonical({ at, hash, keyId, seq }));
  return verify(null, text, key, Buffer.from(signature, 'base64')) ? null : `seal ${seq}: its signature is invalid`;
}

/** What is wrong with a line by itself; null: nothing. */
function sealFault({ seq, sealedAt, record, recordHash, previousHash, hash }) {
  if (!Number.isSafeInteger(seq) || typeof record !== 'object') return 'this is not a line of an export';
  if (record === null) return `seal ${seq}: its record is missing`;
  if (sha256(canonical(record)) !== recordHash) return `seal ${seq}: its record was changed`;
  const link = canonical({ recordHash, sealedAt, seq });
  if (sha256(Buffer.from(previousHash ?? '', 'hex'), link) === hash) return null;
  return `seal ${seq}: it does not follow from the previous seal`;
}

/** What is wrong with the place of a line behind `last`; null: nothing. */
function placeFault({ seq, previousHash }, last, isFiltered) {
  if (seq <= last.seq) return `seal ${seq}: it comes after seal ${last.seq}`;
  if (seq > last.seq + 1) return isFiltered ? null : `seal ${last.seq + 1}: it is missing`;
  return previousHash === last.hash ? null : `seal ${seq}: it does not follow from seal ${last.seq}`;
}

/** Walks the lines; throws with the first that is wrong. */
async function walk(file, headSeq, isFiltered) {
  const seen = { count: 0, first: 1, last: { seq: 0, hash: beforeFirst }, signed: null, hashAtHead: null };
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (text === '') continue;
    const line = parsed(text, seen.count + 1);
    const fault = sealFault(line) ?? placeFault(line, seen.last, isFiltered);
    if (fault) throw new Error(fault);
    if (line.signature) seen.signed = { ...line, at: line.sealedAt };
    if (line.seq === headSeq) seen.hashAtHead = line.hash;
    if (seen.count === 0) seen.first = line.seq;
    seen.last = line;
    seen.count += 1;
  }
  return seen;
}

function parsed(text, number) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`line ${number} is not JSON: the export is truncated`);
  }
}

/** Also the head in an answer of /admin/audit/verify. */
function readHead(file) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  return content.head ?? content;
}

/** A signature vouches for all seals before it, and for none behind it. */
function checkSignatures(keys, { last, signed }, head, isFiltered) {
  if (!isFiltered && last.seq > (signed?.seq ?? 0))
    throw new Error(`seal ${last.seq}: it is the last seal and is not signed`);
  for (const one of [signed, head]) {
    const fault = one && signatureFault(keys, one);
    if (fault) throw new Error(fault);
  }
}

function checkHead(head, { last, hashAtHead }, isFiltered) {
  if (!isFiltered && last.seq < head.seq)
    throw new Error(`seal ${last.seq + 1}: it is missing; the head is seal ${head.seq}`);
  if (hashAtHead !== null && hashAtHead !== head.hash) throw new Error(`seal ${head.seq}: it differs from the head`);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, head: { type: 'string' }, filtered: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1) throw new Error(`give exactly one export. Usage: ${usage}`);
  const head = values.head ? readHead(values.head) : null;
  const seen = await walk(positionals[0], head?.seq, values.filtered);
  if (values.key) checkSignatures(readKeys(values.key), seen, head, values.filtered);
  if (head) checkHead(head, seen, values.filtered);
  const signed = values.key && seen.signed ? `signed up to seal ${seen.signed.seq}` : 'no signature was checked';
  console.log(`OK: ${seen.count} records, seals ${seen.first} to ${seen.last.seq}, ${signed}.`);
}

try {
  await main();
} catch (error) {
  console.error(`NOT OK: ${error.message}`);
  process.exitCode = 1;
}
