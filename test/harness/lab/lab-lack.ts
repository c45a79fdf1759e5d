/** What kept the lab from coming up. */
export type LabStage = 'machine' | 'sources' | 'archive' | 'signature' | 'packages' | 'programs';

/** The lab cannot come up on this machine, and no code of ours is at fault: suites that need it are skipped, or fail where CI is set. */
export class LabLack extends Error {
  constructor(
    readonly stage: LabStage,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The lab of real Directors cannot come up (${stage}): ${reason}`, options);
  }
}
