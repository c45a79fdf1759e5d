import { hkdfSync } from 'node:crypto';

/** The secret of this installation. Each use derives a key of its own, so that one leaking tells nothing of the others. */
export class InstanceKey {
  constructor(private readonly secret: string) {}

  /** 32 bytes, always the same for the same purpose. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, 'backup-console', purpose, 32));
  }
}
