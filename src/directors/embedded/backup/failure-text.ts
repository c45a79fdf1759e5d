const reasons: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  ELOOP: 'Too many levels of symbolic links',
  EIO: 'Input/output error',
  ENOSPC: 'No space left on device',
  EDQUOT: 'Disk quota exceeded',
  EROFS: 'Read-only file system',
  ENAMETOOLONG: 'File name too long',
  ESTALE: 'Stale file handle',
  EMFILE: 'Too many open files',
};

export function errorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/** The system's reason in the words that logs of Bacula use after `ERR=`. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code !== null && reasons[code] !== undefined) return reasons[code];
  return error instanceof Error ? error.message : String(error);
}
