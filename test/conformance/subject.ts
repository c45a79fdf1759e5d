import { type Catalog } from '../../src/domain/catalog.port.js';
import { type DirectorPort } from '../../src/domain/director.port.js';

/** Jobs of a Director by the end that they come to. What a Director has none of is left out, and so is what is asked of it. */
export interface ConformanceJobs {
  /** Backs up `source` with Accurate on, or what is alike. Nothing else may run it, or its fileset, meanwhile. */
  readonly ok: string;
  /** A backup of another client and another fileset. */
  readonly beta?: string;
  readonly withSpace?: string;
  /** Ends well but misses a path. */
  readonly warning?: string;
  readonly scriptFails?: string;
  /** Its client cannot be reached. */
  readonly clientDown?: string;
  /** Reads for minutes, so that it can be watched and cancelled. */
  readonly endless?: string;
  /** Waits for minutes in a script of its client. */
  readonly asleep?: string;
  /** Backs up one folder of very many files. */
  readonly many?: string;
  readonly disabled?: string;
  readonly admin?: string;
  /** Backs up one file by the bpipe plugin, by the path `/MYPIPE/x`. */
  readonly pipe?: string;
  /** Has a schedule that starts it within a day. */
  readonly scheduled?: string;
}

/** What must be known of a Director before its tests can be declared. */
export interface SubjectPlan {
  readonly title: string;
  readonly jobs: ConformanceJobs;
  /** Whether its files can be restored for a second client. */
  readonly hasOtherClient: boolean;
  readonly canRestart: boolean;
  /** Whether it can change the paths of restored files. */
  readonly relocates?: boolean;
  open(): Promise<Subject>;
}

/** One Director with its catalog, under test. */
export interface Subject {
  readonly director: DirectorPort;
  readonly catalog: Catalog;
  /** A folder of this machine that the job `ok` backs up; the suite makes a folder of its own below it. */
  readonly source: string;
  /** A folder of this machine that restores write to. */
  readonly where: string;
  /** The folder of the job `many`, and how many files it holds. */
  readonly many?: { readonly folder: string; readonly files: number };
  /** Restores of files of the job `ok` may be ordered for this one. */
  readonly otherClient?: string;
  /** Returns when the Director is up again; `director` then answers, perhaps after a moment. */
  restart?(): Promise<void>;
  close(): Promise<void>;
}
