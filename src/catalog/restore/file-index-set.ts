/** The FileIndexes of each run that were met, one bit each: a plan over millions of files stays within a few megabytes. */
export class FileIndexSet {
  private readonly bits = new Map<number, Uint8Array>();

  /** Answers whether it was new. */
  add(jobId: number, fileIndex: number): boolean {
    if (this.has(jobId, fileIndex)) return false;
    const bits = this.roomFor(jobId, fileIndex >> 3);
    bits[fileIndex >> 3] = (bits[fileIndex >> 3] ?? 0) | (1 << (fileIndex & 7));
    return true;
  }

  has(jobId: number, fileIndex: number): boolean {
    return ((this.bits.get(jobId)?.[fileIndex >> 3] ?? 0) & (1 << (fileIndex & 7))) !== 0;
  }

  private roomFor(jobId: number, at: number): Uint8Array {
    const bits = this.bits.get(jobId);
    if (bits && at < bits.length) return bits;
    const larger = new Uint8Array(Math.max(1024, (at + 1) * 2));
    if (bits) larger.set(bits);
    this.bits.set(jobId, larger);
    return larger;
  }
}
