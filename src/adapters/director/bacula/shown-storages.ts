/** What `show storages` tells of one storage. */
export interface ShownStorage {
  readonly storage: string;
  /** Host and port: storages of one daemon have the same. */
  readonly address: string;
  /** The device, or the changer, that the Director asks the daemon for. */
  readonly device: string;
  readonly mediaType: string;
  readonly autochanger: boolean;
}

const storageLine = /^(?:Storage|Autochanger): name=(.+) address=(\S*) SDport=(\d+) /;
const deviceLine = /^\s+DeviceName=(.+?) MediaType=(.+?) StorageId=\d* Autochanger=(\d)/;

/** By the Director's order. A storage whose lines cannot be read is left out. */
export function shownStorages(text: string): readonly ShownStorage[] {
  const storages: ShownStorage[] = [];
  let head: { readonly storage: string; readonly address: string } | null = null;
  for (const line of text.split('\n')) {
    const [, storage, host = '', port = ''] = storageLine.exec(line) ?? [];
    if (storage !== undefined) head = { storage, address: `${host}:${port}` };
    const [, device, mediaType = '', autochanger] = deviceLine.exec(line) ?? [];
    if (head === null || device === undefined) continue;
    storages.push({ ...head, device, mediaType, autochanger: autochanger !== '0' });
    head = null;
  }
  return storages;
}
