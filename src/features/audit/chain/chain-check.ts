import { genesisHash, hashOfRecord, hashOfSeal, type SealedRow } from './seals.js';

export const findingKinds = [
  'changed', 'missing', 'renumbered', 'cut_off', 'rewritten', 'unsealed', 'bad_signature',
] as const; // prettier-ignore

/** Something that the chain shows to be otherwise than it was sealed. */
export interface Finding {
  readonly kind: (typeof findingKinds)[number];
  readonly seq: number | null;
  readonly recordId: string | null;
  readonly detail: string;
}

type CheckedRow = Omit<SealedRow, 'previousHash'>;

/** Findings in the report; more are only counted. */
const mostFindings = 100;

/** Follows the chain, seal by seal, and keeps what does not fit. */
export class ChainCheck {
  readonly findings: Finding[] = [];
  checked = 0;
  /** Findings beyond those that are kept. */
  more = 0;
  private previous: Buffer | null;
  /** The link before was wrong: what this one followed is not known, so that it is not named as well. */
  private isShaken = false;
  /** Seals that do not follow from the one before; `previous`: the hash before, where that is known. */
  private readonly shaken: { row: CheckedRow; previous: Buffer | null }[] = [];
  private readonly changed: { finding: Finding; holds: string; sealed: string }[] = [];

  /** `previous`: the hash before the first seal that is taken; null: not known. */
  constructor(
    private expected = 1,
    previous: Buffer | null = genesisHash,
  ) {
    this.previous = previous;
  }

  take(row: CheckedRow): void {
    if (row.seq !== this.expected) this.miss(this.expected, row.seq - 1);
    this.checkRecord(row);
    this.checkLink(row);
    this.expected = row.seq + 1;
    this.previous = row.hash;
    this.checked += 1;
  }

  /** The last seal that was to come. */
  end(to: number): void {
    if (this.expected <= to) this.miss(this.expected, to);
    this.reportMoved();
    this.reportSwapped();
  }

  add(finding: Finding): void {
    if (this.findings.length < mostFindings) this.findings.push(finding);
    else this.more += 1;
  }

  private miss(from: number, to: number): void {
    const detail = from === to ? `Seal ${from} is missing.` : `Seals ${from} to ${to} are missing.`;
    this.add({ kind: 'missing', seq: from, recordId: null, detail });
    this.previous = null;
  }

  private checkRecord({ seq, recordId, record, recordHash }: CheckedRow): void {
    if (record === null) {
      this.add({ kind: 'missing', seq, recordId, detail: `The record of seal ${seq} is missing.` });
      return;
    }
    const [holds, sealed] = [hashOfRecord(record), recordHash].map((hash) => hash.toString('hex')) as [string, string];
    if (holds === sealed) return;
    const detail = `The record of seal ${seq} differs from what was sealed.`;
    const finding: Finding = { kind: 'changed', seq, recordId, detail };
    this.add(finding);
    if (this.changed.length < mostFindings) this.changed.push({ finding, holds, sealed });
  }

  private checkLink(row: CheckedRow): void {
    const fits = this.previous === null || hashOfSeal(this.previous, row).equals(row.hash);
    if (!fits && this.shaken.length < mostFindings)
      this.shaken.push({ row, previous: this.isShaken ? null : this.previous });
    if (!fits && !this.isShaken) {
      const detail = `Seal ${row.seq} does not follow from the previous one: its number, time or hash was changed, or seals were swapped.`;
      this.add({ kind: 'renumbered', seq: row.seq, recordId: row.recordId, detail });
    }
    this.isShaken = !fits;
  }

  /** Which of the seals that do not fit was made for the place of another one. */
  private reportMoved(): void {
    for (const { row: place, previous } of this.shaken) {
      const moved = this.shaken.find(({ row }) => {
        return previous !== null && row !== place && hashOfSeal(previous, { ...row, seq: place.seq }).equals(row.hash);
      });
      if (!moved || this.findings.some(({ seq }) => seq === moved.row.seq)) continue;
      const { seq, recordId } = moved.row;
      this.add({ kind: 'renumbered', seq, recordId, detail: `Seal ${seq} was created as seal ${place.seq}.` });
    }
  }

  /** Records with the content of another seal were swapped, not changed. */
  private reportSwapped(): void {
    for (const { finding, holds } of this.changed) {
      const other = this.changed.find(({ sealed }) => sealed === holds);
      const index = this.findings.indexOf(finding);
      if (!other || index < 0) continue;
      const detail = `Seal ${finding.seq} is at the record that was sealed as ${other.finding.seq}.`;
      this.findings[index] = { ...finding, kind: 'renumbered', detail };
    }
  }
}
