import { Injectable } from '@nestjs/common';
import {
  resolveDirector,
  chosenDirectors,
  everyDirector,
  type DirectorEntry,
  Directors,
} from '../../domain/directors.port.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type DeviceState, type SlotState, type StorageState } from '../../domain/storages.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type DirectorPageQuery } from '../../http/page.dto.js';
import { mediaLinks } from './media-links.js';
import { type DeviceRecord, type DevicesQuery, type SlotRecord, type StorageRecord, type StoragesQuery } from './storages.dto.js'; // prettier-ignore

type At<T> = T & { readonly director: string };

/** Storages, their devices and the places of their changers, as the Directors see them now. */
@Injectable()
export class StoragesService {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
  ) {}

  async listStorages({ scope }: Principal, query: StoragesQuery): Promise<PageOf<StorageRecord>> {
    const context = { operation: 'listStorages', query };
    const page = this.cursors.requestOf(query, context);
    const states = await this.statesOf(scope, query.director);
    const wanted = states.filter(({ storage }) => query.name === undefined || storage === query.name);
    const slice = pageOfWhole(wanted, page, ({ storage, director }) => [storage, director]);
    return this.cursors.pageOf(slice, context, recordOfStorage);
  }

  async listDevices({ scope }: Principal, query: DevicesQuery): Promise<PageOf<DeviceRecord>> {
    const context = { operation: 'listDevices', query };
    const page = this.cursors.requestOf(query, context);
    const states = await this.statesOf(scope, query.director);
    const devices = states.flatMap(({ director, devices }) => devices.map((device) => ({ ...device, director })));
    const wanted = devices.filter((device) => isWanted(device, query));
    const slice = pageOfWhole(wanted, page, ({ device, storage, director }) => [device, storage, director]);
    return this.cursors.pageOf(slice, context, recordOfDevice);
  }

  async listSlots({ scope }: Principal, storage: string, query: DirectorPageQuery): Promise<PageOf<SlotRecord>> {
    const entry = resolveDirector(this.directors, query.director);
    const context = { operation: `listSlots ${storage}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    const slots = await entry.director.listSlots(scope, storage).catch(asMissing);
    const slice = pageOfWhole(slots, page, ({ kind, slot }) => [kinds.indexOf(kind), slot]);
    return this.cursors.pageOf(slice, context, recordOfSlot);
  }

  /** One Director that does not answer must not keep those of all others from being shown. */
  private async statesOf(scope: Scope, director: string | undefined): Promise<At<StorageState>[]> {
    const entries = chosenDirectors(this.directors, director);
    const lists = await Promise.all(
      entries.map((entry) =>
        director === everyDirector ? statesAt(scope, entry).catch(nothing) : statesAt(scope, entry),
      ),
    );
    return lists.flat();
  }
}

async function statesAt(scope: Scope, { name, director }: DirectorEntry): Promise<At<StorageState>[]> {
  return (await director.listStorages(scope)).map((state) => ({ ...state, director: name }));
}

function nothing(error: unknown): At<StorageState>[] {
  if (error instanceof AppError) return [];
  throw error;
}

/** A name in the path that is not there is no good path. */
function asMissing(error: unknown): never {
  if (error instanceof AppError && error.code === 'unknown_storage') throw new AppError('not_found', error.detail);
  throw error;
}

const kinds: readonly SlotState['kind'][] = ['drive', 'slot', 'exchange'];

function isWanted(device: DeviceState, { name, storage, status }: DevicesQuery): boolean {
  return (
    (name === undefined || device.device === name) &&
    (storage === undefined || device.storage === storage) &&
    (status?.includes(device.status) ?? true)
  );
}

function recordOfStorage(state: At<StorageState>): StorageRecord {
  const { storage, director, mediaType, autochanger, address, answers, error, freeBytes, totalBytes } = state;
  return {
    storage,
    director,
    mediaType,
    autochanger,
    address,
    answers,
    error,
    freeBytes,
    totalBytes,
    devices: state.devices.length,
    links: {
      devices: mediaLinks.devicesOf(director, storage),
      slots: mediaLinks.slots(director, storage),
      volumes: mediaLinks.volumesAt(director, storage),
      director: mediaLinks.director(director),
    },
  };
}

function recordOfDevice(state: At<DeviceState>): DeviceRecord {
  const { device, storage, director, mediaType, autochanger, drive, status, waitsFor, volume, pool } = state;
  const { enabled, freeBytes, totalBytes, error } = state;
  return {
    device,
    storage,
    director,
    mediaType,
    autochanger,
    drive,
    status,
    waitsFor,
    volume,
    pool,
    enabled,
    freeBytes,
    totalBytes,
    error,
    links: {
      storage: mediaLinks.storages(director, storage),
      volume: volume === null ? null : mediaLinks.volume(director, volume),
    },
  };
}

function recordOfSlot({ slot, kind, volume, status, pool }: SlotState): SlotRecord {
  return { slot, kind, volume, status, pool };
}
