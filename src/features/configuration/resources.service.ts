import { Injectable } from '@nestjs/common';
import { foldText } from '../../domain/case-folding.js';
import {
  type ConfiguredResource,
  type ResourceTypeSchema,
  type SettingField,
} from '../../domain/configuration-reader.port.js';
import { type ConfigurationState } from '../../domain/configuration.port.js';
import { resolveDirector, Directors } from '../../domain/directors.port.js';
import { AppError } from '../../domain/error-codes.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { type Principal } from '../../domain/principal.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { readerOf } from './configuration-reader.js';
import {
  type ConfigurationResource,
  type ConfigurationResourceDetails,
  type ConfigurationResourcesQuery,
  type ReadOnlyReason,
} from './resources.dto.js';
import {
  type ConfigurationField,
  type ConfigurationSchema,
  type ConfigurationSubfield,
  type ConfigurationType,
} from './schema.dto.js';

interface ResourceAddress {
  readonly director: string;
  readonly type: string;
  readonly name: string;
}

/** What a Director is configured to do, and which fields its resources can have. */
@Injectable()
export class ConfigurationResources {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
  ) {}

  async readSchema({ scope }: Principal, director: string): Promise<ConfigurationSchema> {
    const entry = resolveDirector(this.directors, director);
    const reader = await readerOf(entry, scope);
    return { director: entry.name, types: reader.schema().map(recordOfType) };
  }

  async listResources({ scope }: Principal, query: ConfigurationResourcesQuery): Promise<PageOf<ConfigurationResource>> {
    const entry = resolveDirector(this.directors, query.director);
    const context = { operation: 'listConfigurationResources', director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    const reader = await readerOf(entry, scope);
    const types = reader.schema().map(({ type }) => type);
    const wanted = reader.listResources().filter((resource) => isWanted(resource, query));
    const slice = pageOfWhole(wanted, page, ({ type, name }) => [types.indexOf(type), name]);
    return this.cursors.pageOf(slice, context, recordOf);
  }

  async getResource({ scope }: Principal, { director, type, name }: ResourceAddress): Promise<ConfigurationResourceDetails> {
    const entry = resolveDirector(this.directors, director);
    const reader = await readerOf(entry, scope);
    const found = reader.findResource(type, name);
    if (found === null) {
      const detail = `Director ${entry.name} has no ${type} named ${name}.`;
      throw new AppError('not_found', detail, { reason: 'no_resource', params: { director: entry.name, type, name } });
    }
    const { inherited, effective, file } = found;
    const state = await entry.director.configuration?.readState();
    return { ...recordOf(found), inherited, effective, file, readOnlyReason: readOnlyReasonOf(state) };
  }
}

function isWanted({ type, name }: ConfiguredResource, query: ConfigurationResourcesQuery): boolean {
  if (query.type !== undefined && !query.type.includes(type)) return false;
  return query.q === undefined || foldText(name).includes(foldText(query.q));
}

function readOnlyReasonOf(state: ConfigurationState | undefined): ReadOnlyReason | null {
  if (state?.isWritable !== true) return 'not_writable';
  return state.revision === state.lastGoodRevision ? null : 'file_not_in_force';
}

function recordOf({ type, name, line, own, usedBy }: ConfiguredResource): ConfigurationResource {
  return { type, name, line, own, usedBy: usedBy.map((user) => ({ type: user.type, name: user.name })) };
}

function recordOfType({ type, list, fields }: ResourceTypeSchema): ConfigurationType {
  return { type, list, fields: fields.map(recordOfField) };
}

function recordOfField(field: SettingField): ConfigurationField {
  const { of, appliesTo } = field;
  return { ...recordOfSubfield(field), of: of?.map(recordOfSubfield) ?? null, appliesTo: appliesTo && { ...appliesTo } };
}

function recordOfSubfield(field: SettingField): ConfigurationSubfield {
  const { name, kind, isList, unit, isRequired, minimum, maximum, reference, description } = field;
  const values = { default: field.default as ConfigurationSubfield['default'], enum: field.enum && [...field.enum] };
  return { name, kind, isList, unit, ...values, required: isRequired, minimum, maximum, reference, description };
}
