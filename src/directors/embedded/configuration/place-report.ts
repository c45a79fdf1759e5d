import { resolve } from 'node:path';
import { type PlaceReport } from '../../../domain/configuration-reader.port.js';
import { errorCode } from '../backup/failure-text.js';
import { type FileHelper, FolderHangs } from '../file-helper/file-helper.js';
import { type InspectedPlace } from '../file-helper/inspect-place.js';
import { type StorageResource } from '../resources/resources.js';
import { folderError } from './browse-folder.js';

interface Place {
  readonly folder: string;
  /** What is to be backed up. */
  readonly include: readonly string[];
}

/** Each path of a disk that hangs takes seconds, and there may be hundreds. */
const usualLimitMs = 10_000;

/** What a folder is as a place for volumes, and what it has in common with what is backed up and with the storages. */
export async function placeReport(
  { folder, include }: Place,
  storages: readonly StorageResource[],
  files: Pick<FileHelper, 'of'>,
  limitMs = usualLimitMs,
): Promise<PlaceReport> {
  const endMs = performance.now() + limitMs;
  const ifInTime = async (path: string): Promise<InspectedPlace | null> =>
    performance.now() < endMs ? ifResponding(path, files) : null;
  const place = await inspected(folder, files);
  const sources = await eachInTurn(include, ifInTime);
  const folders = await eachInTurn(storages, ({ folder: path }) => ifInTime(path));
  const realPathOf = (index: number): string => folders[index]?.realPath ?? resolve(storages[index]?.folder ?? folder);
  const isOnSameDisk = (index: number): boolean =>
    sources[index]?.disks.some((disk) => place.disks.includes(disk)) === true;
  return {
    exists: place.exists,
    isWritable: place.isWritable,
    freeBytes: place.freeBytes,
    totalBytes: place.totalBytes,
    sameDiskAs: include.filter((_, index) => isOnSameDisk(index)),
    insideSource: include.find((path, index) => isIn(place.realPath, sources[index]?.realPath ?? path)) ?? null,
    containsStorages: storages.filter((_, index) => isIn(realPathOf(index), place.realPath)).map(({ name }) => name),
    insideStorage: storages.find((_, index) => isBelow(place.realPath, realPathOf(index)))?.name ?? null,
  };
}

/** Where the console may not look, it cannot write. */
async function inspected(folder: string, files: Pick<FileHelper, 'of'>): Promise<InspectedPlace> {
  try {
    return await files.of(folder).inspect(folder);
  } catch (error) {
    if (error instanceof FolderHangs || errorCode(error) === null) throw folderError(folder, error);
    return { realPath: folder, exists: false, isWritable: false, freeBytes: null, totalBytes: null, disks: [] };
  }
}

/** null: nothing is known of it, because its disk hangs or the console may not look there. */
async function ifResponding(path: string, files: Pick<FileHelper, 'of'>): Promise<InspectedPlace | null> {
  try {
    return await files.of(path).inspect(path);
  } catch (error) {
    if (errorCode(error) !== null) return null;
    throw error;
  }
}

/** A call that hangs ends those that wait beside it. */
async function eachInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? folder : `${folder}/`) && path !== folder;
}
