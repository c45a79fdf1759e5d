import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { Conditional, StrongETag } from '../../http/conditional.interceptor.js';
import {
  ConfigurationQuery,
  ConfigurationRecord,
  ConfigurationTextRecord,
  findingRecord,
} from './configuration.dto.js';
import { Configurations } from './configurations.js';

/** The configuration of a Director. */
@ApiTags('configuration')
@Controller('configuration')
export class ConfigurationController {
  constructor(private readonly configurations: Configurations) {}

  /**
   * Get the state of a configuration
   * @remarks With what is wrong in the file, also while it is not in force.
   */
  @Get()
  @Requires('configuration:read')
  @Conditional()
  @ApiOkResponse({ type: ConfigurationRecord, description: 'The state of the configuration.' })
  @ApiProblems(400, 404, 422, 502, 503)
  async getConfiguration(
    @CurrentPrincipal() principal: Principal,
    @Query() { director }: ConfigurationQuery,
  ): Promise<ConfigurationRecord> {
    const state = await (await this.configurations.of(principal, director)).configuration.readState();
    const { revision, lastGoodRevision, drift, isElsewhere, isWritable, findings } = state;
    return {
      director,
      revision,
      lastGoodRevision,
      access: isElsewhere ? 'read' : 'full',
      writable: isWritable,
      validatedBy: 'director',
      drift,
      findings: findings.map(findingRecord),
    };
  }

  /**
   * Get the text of a configuration
   * @remarks The file as it is now, also while it is not in force. Its ETag is the revision in quotes.
   */
  @Get('text')
  @Requires('configuration:read')
  @StrongETag()
  @ApiOkResponse({ type: ConfigurationTextRecord, description: 'The text of the configuration.' })
  @ApiProblems(400, 404, 422, 502, 503)
  async getConfigurationText(
    @CurrentPrincipal() principal: Principal,
    @Query() { director }: ConfigurationQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConfigurationTextRecord> {
    const { configuration } = await this.configurations.of(principal, director);
    const { revision, text } = await configuration.readText();
    response.setHeader('ETag', `"${revision}"`);
    return { revision, text };
  }
}
