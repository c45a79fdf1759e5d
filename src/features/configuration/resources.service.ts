import { Injectable } from '@nestjs/common';
import { foldText } from '../../domain/case-folding.js';
import {
  type ConfiguredResource,
  type ResourceTypeSchema,
  type SettingField,
} from '../../domain/configuration-reader.port.js';
import { type ConfigurationState } from '../../domain/configuration.port.js';
import { AppError } from '../../domain/error-codes.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { type Principal } from '../../domain/principal.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { Configurations } from './configurations.js';
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
    private readonly configurations: Configurations,
    private readonly cursors: Cursors,
  ) {}

  async readSchema(principal: Principal, director: string): Promise<ConfigurationSchema> {
    const { entry, reader } = await this.configurations.readerOf(principal, director);
    return { director: entry.name, types: reader.schema().map(recordOfType) };
  }

  async listResources(
    principal: Principal,
    query: ConfigurationResourcesQuery,
  ): Promise<PageOf<ConfigurationResource>> {
    const { entry, reader } = await this.configurations.readerOf(principal, query.director);
    const context = { operation: 'listConfigurationResources', director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    const types = reader.schema().map(({ type }) => type);
    const wanted = reader.listResources().filter((resource) => isWanted(resource, query));
    const slice = pageOfWhole(wanted, page, ({ type, name }) => [types.indexOf(type), name]);
    return this.cursors.pageOf(slice, context, recordOf);
  }

  async getResource(
    principal: Principal,
    { director, type, name }: ResourceAddress,
  ): Promise<ConfigurationResourceDetails> {
    const { entry, configuration, reader } = await this.configurations.readerOf(principal, director);
    const found = reader.findResource(type, name);
    if (found === null) {
      const detail = `Director ${entry.name} has no ${type} named ${name}.`;
      throw new AppError('not_found', detail, { reason: 'no_resource', params: { director: entry.name, type, name } });
    }
    const { inherited, effective, file } = found;
    const readOnlyReason = readOnlyReasonOf(await configuration.readState());
    return Object.assign(recordOf(found), { inherited, effective, file, readOnlyReason });
  }
}

function isWanted({ type, name }: ConfiguredResource, query: ConfigurationResourcesQuery): boolean {
  if (query.type !== undefined && !query.type.includes(type)) return false;
  return query.q === undefined || foldText(name).includes(foldText(query.q));
}

function readOnlyReasonOf({ isWritable, drift }: ConfigurationState): ReadOnlyReason | null {
  // What the user can act on: an edited file is corrected. One that the console could not write needs another folder.
  if (drift !== 'none' && (isWritable || drift !== 'unwritten')) return 'file_not_in_force';
  return isWritable ? null : 'not_writable';
}

function recordOf({ type, name, line, own, usedBy }: ConfiguredResource): ConfigurationResource {
  return { type, name, line, own, usedBy: usedBy.map((user) => ({ type: user.type, name: user.name })) };
}

function recordOfType({ type, list, fields }: ResourceTypeSchema): ConfigurationType {
  return { type, list, fields: fields.map(recordOfField) };
}

function recordOfField(field: SettingField): ConfigurationField {
  const { of, appliesTo } = field;
  return Object.assign(recordOfSubfield(field), {
    of: of?.map(recordOfSubfield) ?? null,
    appliesTo: appliesTo && { ...appliesTo },
  });
}

function recordOfSubfield(field: SettingField): ConfigurationSubfield {
  const { name, kind, isList, unit, isRequired, minimum, maximum, reference, description } = field;
  const values = {
    default: field.default as ConfigurationSubfield['default'],
    enum: field.enum && [...field.enum],
    patterns: field.patterns && { ...field.patterns },
  };
  return { name, kind, isList, unit, ...values, required: isRequired, minimum, maximum, reference, description };
}
