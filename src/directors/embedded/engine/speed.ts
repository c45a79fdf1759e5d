interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

/** Bytes a second since the first sample. One sample alone says nothing: the task may have begun long before it, or in this moment. */
export class Speed {
  private first: Sample | null = null;
  private last: Sample | null = null;

  take(bytes: number, atMs: number): void {
    this.last = { bytes, atMs };
    this.first ??= this.last;
  }

  /** 0: not known. */
  at(nowMs: number): number {
    const { first, last } = this;
    if (first === null || last === null || last.atMs === first.atMs) return 0;
    return Math.round(((last.bytes - first.bytes) * 1000) / (nowMs - first.atMs));
  }
}
