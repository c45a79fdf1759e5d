import { type YamlFields } from '../../../config/yaml-fields.js';
import { type RawPath } from '../../../domain/catalog-entry.js';
import { type Clock } from '../../../domain/clock.js';
import {
  type ConfiguredResource,
  ConfigurationReader,
  type FilesetEstimate,
  type FolderListing,
  type PlaceReport,
  type ResourceDetails,
  type ResourceTypeSchema,
  type RetentionDraft,
  type RetentionPreview,
  type SchedulePreview,
  type StartsDraft,
} from '../../../domain/configuration-reader.port.js';
import { type Engine, noConfiguration } from '../engine/engine.js';
import { type Estimates } from '../engine/estimates.js';
import { type CurrentResources } from '../resources/current-resources.js';
import { directorFileName } from '../resources/director-file.js';
import { checkKeep } from '../resources/read-resources.js';
import {
  directorFields,
  filesetContentFields,
  filesetFields,
  poolFields,
  readFields,
  readMapping,
  scheduleFields,
  storageFields,
} from '../resources/resource-fields.js';
import { type FilesetResource } from '../resources/resources.js';
import { indexResources } from '../resources/resource-index.js';
import { configuredTypes, effectiveValues, fieldsOfTypes, resourceSchema } from '../resources/resource-schema.js';
import { browseFolder } from './browse-folder.js';
import { placeReport } from './place-report.js';
import { previewRetention } from './preview-retention.js';
import { type DraftedSchedule, previewSchedule } from './preview-schedule.js';
import { readUnsaved } from './unsaved-settings.js';

interface Sources {
  readonly directorName: string;
  readonly engine: Engine;
  readonly estimates: Estimates;
  readonly resources: CurrentResources;
  readonly clock: Clock;
}

/** What director.yaml configures, and what unsaved settings would mean on this machine. */
export class EmbeddedConfigurationReader extends ConfigurationReader {
  /** The index of the configuration that was asked for last: building it takes half a second for 5,000 resources. */
  private known: { readonly text: string; readonly resources: readonly ConfiguredResource[] } | null = null;

  constructor(private readonly sources: Sources) {
    super();
  }

  override schema(): readonly ResourceTypeSchema[] {
    return resourceSchema(this.sources.directorName);
  }

  override listResources(): readonly ConfiguredResource[] {
    const { text, current } = this.sources.resources;
    if (text === null) throw noConfiguration();
    if (this.known?.text !== text) this.known = { text, resources: indexResources({ text, resources: current }) };
    return this.known.resources;
  }

  override findResource(type: string, name: string): ResourceDetails | null {
    const found = this.listResources().find((resource) => resource.type === type && resource.name === name);
    const known = configuredTypes.find((one) => one === type);
    if (found === undefined || known === undefined) return null;
    const effective = effectiveValues(fieldsOfTypes(this.sources.directorName)[known], found.own);
    const inherited = Object.entries(effective).filter(([field]) => (found.own[field] ?? null) === null);
    return { ...found, effective, inherited: Object.fromEntries(inherited), file: directorFileName };
  }

  override async listFolder(path: RawPath): Promise<FolderListing> {
    const { engine } = this.sources;
    engine.requireOwner();
    return browseFolder(path, engine.files);
  }

  override async estimateFileset(fileset: unknown, signal?: AbortSignal): Promise<FilesetEstimate> {
    const { engine, estimates } = this.sources;
    engine.requireOwner();
    const read = readUnsaved({ fileset }, (root) => readFileset(root.mapping('fileset')));
    return estimates.estimateFileset(read, signal);
  }

  override async previewSchedule(draft: StartsDraft): Promise<SchedulePreview> {
    const { clock } = this.sources;
    const drafted = readUnsaved({ ...draft }, (root) => this.readStarts(root));
    return previewSchedule(drafted, clock.now());
  }

  override async previewRetention(draft: RetentionDraft): Promise<RetentionPreview> {
    const { clock } = this.sources;
    // A field that is null is absent.
    const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
    const drafted = readUnsaved(given, (root) => {
      const { retention, keep } = readFields(root, { retention: poolFields.retention, keep: poolFields.keep });
      checkKeep(root, keep);
      return { ...this.readStarts(root), retentionSeconds: retention, keep };
    });
    return previewRetention(drafted, clock.now());
  }

  override async inspectPlace(folder: unknown, include: readonly unknown[]): Promise<PlaceReport> {
    const { engine } = this.sources;
    engine.requireOwner();
    const place = readUnsaved({ folder, include }, (root) => ({
      folder: storageFields.folder.read(root, 'folder'),
      include: include.length === 0 ? [] : filesetFields.include.read(root, 'include'),
    }));
    return placeReport(place, engine.resources.storages, engine.files);
  }

  private readStarts(root: YamlFields): DraftedSchedule {
    const { directorName, resources } = this.sources;
    const { timezone } = directorFields(directorName);
    return {
      starts: scheduleFields.starts.read(root, 'starts'),
      timezone: root.has('timezone') ? timezone.read(root, 'timezone') : resources.current.director.timezone,
    };
  }
}

function readFileset(fields: YamlFields): FilesetResource {
  return { name: fields.optionalText('name') ?? '', ...readMapping(fields, filesetContentFields) };
}
