import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsObject, IsString, Length, MaxLength } from 'class-validator';
import { type KeptReason } from '../../domain/configuration-reader.port.js';
import { keepRuleNames } from '../../domain/keep-rules.js';
import { MayBeAbsent } from '../../http/query.decorators.js';

const mostStarts = 100;
const mostPaths = 200;
const settings = { type: 'object', additionalProperties: true } as const;

class DirectorBody {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  @IsString()
  @Length(1, 127)
  director!: string;
}

export class EstimatePreviewBody extends DirectorBody {
  /** The fileset, with the fields that `GET /configuration/schema` lists. It needs no name. */
  @ApiProperty({ ...settings, examples: [{ include: ['/home'], excludePresets: ['caches', 'trash'] }] })
  @IsObject()
  fileset!: Record<string, unknown>;
}

/** What one included path would add to a run. */
export class IncludeEstimateRecord {
  /**
   * The included path.
   * @example '/home'
   */
  path!: string;

  /** Whether anything of it could be read. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  readable!: boolean;

  /** Number of files, folders and links. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [18] })
  files!: number;

  /** Bytes before compression. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;
}

/** File of an estimate. */
export class LargestFileRecord {
  /**
   * Absolute path. Bytes that are not UTF-8 appear as U+FFFD.
   * @example '/home/otto/photos.tar'
   */
  path!: string;

  /** Size in bytes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [268435456] })
  bytes!: number;
}

/** Estimate of a Full backup of an unsaved fileset. */
export class FilesetEstimateRecord {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** Number of files, folders and links. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [18] })
  files!: number;

  /** Bytes before compression, including files that a run could not open. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;

  /** False if the estimate was ended after about 50 seconds: a run would save more than the shown numbers. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  complete!: boolean;

  /** Each included path, in the order of the fileset. A path inside another one is counted only for itself. */
  @ApiProperty({ type: [IncludeEstimateRecord] })
  includes!: IncludeEstimateRecord[];

  /** The largest files, largest first. At most 10. */
  @ApiProperty({ type: [LargestFileRecord] })
  largest!: LargestFileRecord[];

  /** Warnings that a run would have in its log. At most 20. */
  @ApiProperty({ type: [String], examples: [['Could not open directory "/home/root/": ERR=Permission denied']] })
  warnings!: string[];

  /** Number of all warnings. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  warningCount!: number;
}

export class SchedulePreviewBody extends DirectorBody {
  /** Start times, as in a schedule: `at` is a cron expression, `level` is Incremental if absent. At most 100. */
  @ApiProperty({
    type: 'array',
    items: settings,
    maxItems: mostStarts,
    examples: [[{ level: 'Full', at: '5 23 * * SUN' }]],
  })
  @IsArray()
  @ArrayMaxSize(mostStarts)
  starts!: unknown[];

  /**
   * Time zone of the start times. Default: the time zone of the Director.
   * @example 'Europe/Berlin'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 64)
  timezone?: string;
}

/** Start of an unsaved schedule. */
export class PreviewedStartRecord {
  /** Time of the start. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-22T22:05:00.000Z'] })
  at!: Date;

  /**
   * Level of the run.
   * @example 'Full'
   */
  level!: string;
}

/** Next starts of an unsaved schedule. */
export class SchedulePreviewRecord {
  /**
   * Time zone of the start times.
   * @example 'Europe/Berlin'
   */
  timezone!: string;

  /** The next 10 starts, soonest first. */
  @ApiProperty({ type: [PreviewedStartRecord] })
  next!: PreviewedStartRecord[];

  /** Cron expressions that never occur, such as February 30. */
  @ApiProperty({ type: [String], examples: [['0 3 30 2 *']] })
  never!: string[];
}

export class RetentionPreviewBody extends SchedulePreviewBody {
  /** How long volumes are kept after their last write, as in a pool. Absent or null: forever. */
  @ApiProperty({ type: 'string', required: false, nullable: true, maxLength: 100, examples: ['60 days'] })
  @MayBeAbsent()
  retention?: string | null;

  /** Runs that are kept longer, as in a pool. Absent or null: none. */
  @ApiProperty({ ...settings, selfRequired: false, nullable: true, examples: [{ monthly: 12, yearly: 5 }] })
  @MayBeAbsent()
  keep?: Record<string, unknown> | null;
}

const keptReasons = ['time', 'newest', ...keepRuleNames, 'chain'] as const satisfies readonly KeptReason[];

/** Run that is kept at the end of the previewed time. */
export class KeptStartRecord extends PreviewedStartRecord {
  /**
   * Why it is kept. `time`: the retention has not expired. `newest`: the newest run and what it builds upon are always kept.
   * `chain`: a run that is kept builds upon it. All others are keep rules.
   */
  @ApiProperty({ enum: keptReasons, enumName: 'KeptReason', isArray: true, examples: [['monthly']] })
  reasons!: KeptReason[];
}

/** Runs that would be kept. */
export class RetentionPreviewRecord {
  /**
   * Time zone of the start times and of days, weeks, months and years.
   * @example 'Europe/Berlin'
   */
  timezone!: string;

  /** Begin of the previewed time: now. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  since!: Date;

  /** End of the previewed time: two years later, or earlier if the schedule starts too often to be calculated that far. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2028-11-20T21:00:00.000Z'] })
  until!: Date;

  /** Number of runs in this time. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [731] })
  runs!: number;

  /** Number of runs that are kept at the end. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [78] })
  keptRuns!: number;

  /** Runs that are kept at the end, newest first. At most 1,000. */
  @ApiProperty({ type: [KeptStartRecord] })
  kept!: KeptStartRecord[];
}

export class PlacePreviewBody extends DirectorBody {
  /**
   * Absolute path of the folder for volumes.
   * @example '/mnt/backup'
   */
  @IsString()
  @Length(1, 4096)
  folder!: string;

  /** Absolute paths that are to be backed up. At most 200. */
  @ApiProperty({ type: [String], required: false, maxItems: mostPaths, examples: [['/home', '/etc']] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(mostPaths)
  @IsString({ each: true })
  @MaxLength(4096, { each: true })
  include?: string[];
}

/** Suitability of a folder for volumes. */
export class PlacePreviewRecord {
  /**
   * Absolute path of the folder.
   * @example '/mnt/backup'
   */
  folder!: string;

  /** Whether the folder exists. The first run creates a missing one. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  exists!: boolean;

  /** Whether the console can write to it, or create it. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  isWritable!: boolean;

  /** Free bytes of its disk; null if unknown. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [549755813888] })
  freeBytes!: number | null;

  /** Bytes of its disk; null if unknown. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [1099511627776] })
  totalBytes!: number | null;

  /**
   * Paths to be backed up that are on the same disk: if it fails, the backup is lost with the data. Without those whose disk does not
   * respond within 10 seconds in total.
   */
  @ApiProperty({ type: [String], examples: [[]] })
  sameDiskAs!: string[];

  /** Path to be backed up that contains the folder. Volumes are never backed up. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  insideSource!: string | null;

  /** Storages with the same folder, or with one inside it. */
  @ApiProperty({ type: [String], examples: [[]] })
  containsStorages!: string[];

  /** Storage whose folder contains this one. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  insideStorage!: string | null;
}
