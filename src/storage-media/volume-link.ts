/** Where one volume of one Director is read and changed. */
export function volumeLink(director: string, volume: string): string {
  return `/api/v1/storage-media/volumes/${encodeURIComponent(volume)}?director=${encodeURIComponent(director)}`;
}
