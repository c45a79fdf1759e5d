import { type Schemas } from '../../api/request';

export type Finding = Schemas['ConfigurationFinding'];
export type Operation = Schemas['ConfigurationOperation'];
export type Change = Schemas['ConfigurationChange'];
/** A change without its content. */
export type ChangeSummary = Schemas['ConfigurationChangeSummary'];
export type Effects = Schemas['ConfigurationEffectsRecord'];
export type JobEffect = Schemas['JobEffectRecord'];
export type SchemaField = Schemas['ConfigurationField'];
export type SchemaType = Schemas['ConfigurationType'];
export type ListedResource = Schemas['ConfigurationResource'];

/** Values of fields by name, as the file has them. */
export type Values = Readonly<Record<string, unknown>>;

/** A start of a schedule, as the file has it. */
export interface Start {
  /** Incremental where the file does not say it. */
  readonly level?: string;
  readonly at: string;
}
