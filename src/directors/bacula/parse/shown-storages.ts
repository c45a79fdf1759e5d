import { type ConfiguredStorage } from '../../console/storage-states.js';

const storageLine = /^(?:Storage|Autochanger): name=(.+) address=(\S*) SDport=(\d+) /;
const deviceLine = /^\s+DeviceName=(.+?) MediaType=(.+?) StorageId=\d* Autochanger=(\d)/;

/** By the Director's order. A storage whose lines cannot be read is left out. */
export function shownStorages(text: string): readonly ConfiguredStorage[] {
  const storages: ConfiguredStorage[] = [];
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
