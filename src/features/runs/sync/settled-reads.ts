import { createHash } from 'node:crypto';

/** After so long everything is compared with the record again, whatever befell it meanwhile, such as a backup of it put back. */
const trustedMs = 30_000;

/**
 * What the last looks at a catalog found on record or put there, as digests by question: a catalog that stands still answers the
 * same again, and comparing a hundred runs with the record every second was most of what an idle console did.
 */
export class SettledReads {
  private readonly digests = new Map<string, string>();
  private trustedUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does the work unless it was done for this very answer. Where it fails, the answer is not kept. */
  async unlessSettled(question: string, answer: unknown, work: () => Promise<void>): Promise<void> {
    const digest = createHash('sha256').update(JSON.stringify(answer)).digest('base64');
    if (this.now() >= this.trustedUntil) {
      this.digests.clear();
      this.trustedUntil = this.now() + trustedMs;
    }
    if (this.digests.get(question) === digest) return;
    this.digests.delete(question);
    await work();
    this.digests.set(question, digest);
  }
}
