import { type RawPath } from './catalog-entry.js';
import { type KeepRuleName } from './keep-rules.js';

/** What the value of a field is. `size` and `duration` are texts such as `2 GiB` and `60 days`. */
export const settingKinds = [
  'name',
  'text',
  'timezone',
  'path',
  'pattern',
  'fileName',
  'integer',
  'boolean',
  'size',
  'duration',
  'choice',
  'cron',
  'reference',
  'mapping',
] as const;
export type SettingKind = (typeof settingKinds)[number];

/** Values of fields by name, as the text of the configuration has them. */
export type Settings = Readonly<Record<string, unknown>>;

/** One field of a type of resource. */
export interface SettingField {
  readonly name: string;
  /** Of each item, if it is a list. */
  readonly kind: SettingKind;
  readonly isList: boolean;
  /** What a number counts; null: no unit, or the text has it. */
  readonly unit: string | null;
  /** What applies without the field; null: nothing. */
  readonly default: unknown;
  readonly isRequired: boolean;
  /** Of a number; of a duration in seconds. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** All values of a choice. */
  readonly enum: readonly string[] | null;
  /** The patterns that each value of a choice means. */
  readonly patterns: Readonly<Record<string, readonly string[]>> | null;
  /** The type of resource that a reference names. */
  readonly reference: string | null;
  /** Fields of a mapping. */
  readonly of: readonly SettingField[] | null;
  /** Only resources with this value of another field have the field; null: all have it. */
  readonly appliesTo: { readonly field: string; readonly value: string } | null;
  readonly description: string;
}

export interface ResourceTypeSchema {
  readonly type: string;
  /** Key of the list of these resources in the text; null: there is exactly one. */
  readonly list: string | null;
  readonly fields: readonly SettingField[];
}

export interface ResourceName {
  readonly type: string;
  readonly name: string;
}

/** A resource of the configuration in force. */
export interface ConfiguredResource extends ResourceName {
  /** Where it begins, counted from 1; null: no line of the text shows it. */
  readonly line: number | null;
  /** What its text sets. */
  readonly own: Settings;
  /** Resources that refer to it. */
  readonly usedBy: readonly ResourceName[];
}

export interface ResourceDetails extends ConfiguredResource {
  readonly file: string;
  /** Values of the fields that it does not set. */
  readonly inherited: Settings;
  /** Both, also inside mappings and lists. */
  readonly effective: Settings;
}

export const folderEntryKinds = ['folder', 'file', 'link', 'other'] as const;
export type FolderEntryKind = (typeof folderEntryKinds)[number];

/** An entry of a folder of the machine as it is now. */
export interface FolderEntry {
  /** A folder's ends in `/`. */
  readonly path: RawPath;
  readonly kind: FolderEntryKind;
  /** Of a file; null for all others. */
  readonly size: number | null;
  /** Whether the console may read it; null: not checked, because a disk is mounted there, which may not respond. */
  readonly isReadable: boolean | null;
  /** Number of the file system, `major:minor`. */
  readonly device: string;
}

export interface FolderListing {
  /** With its final slash. */
  readonly path: RawPath;
  readonly device: string;
  /** Folders first, each part by name. */
  readonly entries: readonly FolderEntry[];
  /** Whether the folder has more entries. */
  readonly isTruncated: boolean;
}

/** What a part of a fileset would take. */
export interface IncludeEstimate {
  readonly path: string;
  /** Whether anything of it could be read. */
  readonly isReadable: boolean;
  readonly files: number;
  readonly bytes: number;
}

/** What a Full of a fileset would take now. */
export interface FilesetEstimate {
  readonly files: number;
  /** Of content, before any compression. */
  readonly bytes: number;
  /** False: the time was over before all was counted. */
  readonly isComplete: boolean;
  readonly includes: readonly IncludeEstimate[];
  /** Largest first. */
  readonly largest: readonly { readonly path: RawPath; readonly bytes: number }[];
  /** What would be in the log of a run; the first ones of many. */
  readonly warnings: readonly string[];
  readonly warningCount: number;
}

/** Starts of a schedule as director.yaml has them, and the time zone that they are in; null: the Director's own. */
export interface StartsDraft {
  readonly starts: unknown;
  readonly timezone: unknown;
}

export interface PreviewedStart {
  readonly at: Date;
  readonly level: string;
}

export interface SchedulePreview {
  readonly timezone: string;
  /** Soonest first. */
  readonly next: readonly PreviewedStart[];
  /** Expressions that never come. */
  readonly never: readonly string[];
}

export interface RetentionDraft extends StartsDraft {
  readonly retention: unknown;
  readonly keep: unknown;
}

/** Why a run is kept at the end: its retention is not over, it is the newest, a keep rule, or a run that is kept builds upon it. */
export type KeptReason = 'time' | 'newest' | 'chain' | KeepRuleName;

export interface KeptStart extends PreviewedStart {
  readonly reasons: readonly KeptReason[];
}

export interface RetentionPreview {
  readonly timezone: string;
  readonly since: Date;
  /** The end, at which runs are kept or not. Earlier than requested if there are too many starts. */
  readonly until: Date;
  /** All runs between the two. */
  readonly runs: number;
  /** Newest first. */
  readonly kept: readonly KeptStart[];
}

export interface PlaceReport {
  /** Whether there is a folder. */
  readonly exists: boolean;
  /** Whether the console can write into it, or make it where it does not exist. */
  readonly isWritable: boolean;
  /** Of the disk that has it, or would have it; null: unknown. */
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  /** Those of the paths that are on the same disk. */
  readonly sameDiskAs: readonly string[];
  /** The path that contains the folder. */
  readonly insideSource: string | null;
  /** Storages with the same folder, or one inside it. */
  readonly containsStorages: readonly string[];
  /** The storage whose folder contains it. */
  readonly insideStorage: string | null;
}

/**
 * What a Director is configured to do, and what unsaved settings would mean. Changes nothing. Settings come as JSON and have the
 * fields that the configuration has; AppError validation_failed names those that are wrong.
 */
export abstract class ConfigurationReader {
  abstract schema(): readonly ResourceTypeSchema[];
  /** Of the configuration in force, by type in the order of the schema, then by name. */
  abstract listResources(): readonly ConfiguredResource[];
  /** null: there is none of this type and name. */
  abstract findResource(type: string, name: string): ResourceDetails | null;

  /** AppError not_found where there is no such folder, and director_too_slow if its disk does not respond. */
  abstract listFolder(path: RawPath): Promise<FolderListing>;
  /** Takes up to a minute. */
  abstract estimateFileset(fileset: unknown, signal?: AbortSignal): Promise<FilesetEstimate>;
  abstract previewSchedule(draft: StartsDraft): Promise<SchedulePreview>;
  abstract previewRetention(draft: RetentionDraft): Promise<RetentionPreview>;
  abstract inspectPlace(folder: unknown, include: readonly unknown[]): Promise<PlaceReport>;
}
