const pattern = /^\.backup-console\.restoring-([1-9]\d{0,9})-\d{1,15}$/;

/** Name a file has while its restore is under way. It is short whatever the final name is, so that it always fits. */
export function temporaryName(jobId: number, count: number): Buffer {
  return Buffer.from(`.backup-console.restoring-${jobId}-${count}`);
}

/** The run that left a temporary of this name, or null where the name is none of ours. */
export function jobOfTemporary(name: Buffer): number | null {
  const match = pattern.exec(name.toString('latin1'));
  return match?.[1] === undefined ? null : Number(match[1]);
}
