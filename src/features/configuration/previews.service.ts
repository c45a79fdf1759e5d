import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CallerCheck } from '../../domain/revalidation.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { Configurations } from './configurations.js';
import {
  type EstimatePreviewBody,
  type FilesetEstimateRecord,
  type PlacePreviewBody,
  type PlacePreviewRecord,
  type RetentionPreviewBody,
  type RetentionPreviewRecord,
  type SchedulePreviewBody,
  type SchedulePreviewRecord,
} from './previews.dto.js';

const mostKeptShown = 1_000;
/** A fileset may include thousands of paths. */
const mostPathsRecorded = 20;

/** What settings that are not saved would mean. Nothing is changed. */
@Injectable()
export class ConfigurationPreviews {
  constructor(
    private readonly configurations: Configurations,
    private readonly callers: CallerCheck,
    private readonly actions: AuditedActions,
  ) {}

  /** The machine works for it, which is why it is recorded. */
  async estimate(
    principal: Principal,
    actor: Actor,
    { director, fileset }: EstimatePreviewBody,
    gone: AbortSignal,
  ): Promise<FilesetEstimateRecord> {
    const { entry, reader } = await this.configurations.readerOf(principal, director);
    const { files, bytes, isComplete, includes, largest, warnings, warningCount } = await this.actions.perform(
      { actor, action: 'configuration.estimate', target: `director:${entry.name}` },
      () => reader.estimateFileset(fileset, gone),
      (found) => ({
        include: { to: found.includes.slice(0, mostPathsRecorded).map(({ path }) => path) },
        files: { to: found.files },
        bytes: { to: found.bytes },
      }),
    );
    // It may have taken a minute, in which a right can be taken away.
    await this.callers.requireStillValid(principal);
    return {
      director: entry.name,
      files,
      bytes,
      complete: isComplete,
      includes: includes.map(({ isReadable, ...include }) => ({ ...include, readable: isReadable })),
      largest: largest.map((file) => ({ path: file.path.text, bytes: file.bytes })),
      warnings: [...warnings],
      warningCount,
    };
  }

  async schedule(principal: Principal, body: SchedulePreviewBody): Promise<SchedulePreviewRecord> {
    const { reader } = await this.configurations.readerOf(principal, body.director);
    const draft = { starts: body.starts, timezone: body.timezone ?? null };
    const { timezone, next, never } = await reader.previewSchedule(draft);
    return { timezone, next: next.map((start) => ({ ...start })), never: [...never] };
  }

  async retention(principal: Principal, body: RetentionPreviewBody): Promise<RetentionPreviewRecord> {
    const { reader } = await this.configurations.readerOf(principal, body.director);
    const { starts, timezone = null, retention = null, keep = null } = body;
    const preview = await reader.previewRetention({ starts, timezone, retention, keep });
    const kept = preview.kept.slice(0, mostKeptShown).map((run) => ({ ...run, reasons: [...run.reasons] }));
    const { since, until, runs } = preview;
    return { timezone: preview.timezone, since, until, runs, keptRuns: preview.kept.length, kept };
  }

  async place(principal: Principal, body: PlacePreviewBody): Promise<PlacePreviewRecord> {
    const { folder, include = [] } = body;
    const { reader } = await this.configurations.readerOf(principal, body.director);
    const { sameDiskAs, containsStorages, ...place } = await reader.inspectPlace(folder, include);
    return { folder, ...place, sameDiskAs: [...sameDiskAs], containsStorages: [...containsStorages] };
  }
}
