/**
 * A resource's name as a part of a file name, of the same length in characters: ASCII letters, digits, dot, dash and underscore, so that
 * no file system, shell or tool takes it for anything else. Different names may come out the same; what must be unique adds a number.
 */
export function fileSafe(name: string): string {
  // A leading dot would hide the file, a leading dash would be an option to tar.
  return name.replace(/[^A-Za-z0-9._-]/gu, '_').replace(/^[.-]/, '_');
}
