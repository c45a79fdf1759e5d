import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Conditional } from '../../http/conditional.interceptor.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { Cursors } from '../../http/cursors.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../../http/idempotency-key.decorator.js';
import { BodyLimit, largeBody } from '../../http/input.interceptor.js';
import { SendsHeader } from '../../http/openapi/response-headers.js';
import { OptionalBody } from '../../http/optional-body.decorator.js';
import { problemMediaType } from '../../http/problem.js';
import { assertUuid } from '../../http/uuid-parameter.js';
import { ConfigurationApplying } from './configuration-applying.service.js';
import { type ConfigurationChangeEntity } from './configuration-change.entity.js';
import {
  ApplyConfigurationBody,
  changeSummary,
  ConfigurationChange,
  ConfigurationChangesQuery,
  ConfigurationChangeSummary,
  ConfigurationProblem,
  CreateConfigurationChangeBody,
} from './configuration-changes.dto.js';
import { ConfigurationChanges } from './configuration-changes.service.js';

const patchType = 'text/x-patch';
const patchExample =
  '--- a/director.yaml\n+++ b/director.yaml\n@@ -1,2 +1,3 @@\n clients:\n   - name: local\n+  - name: laptop\n';

/** What prevents it is in the error. */
function ApiPrevented(): MethodDecorator {
  return ApiResponse({
    status: 409,
    description: 'The configuration, or the state of the change, does not allow it.',
    content: { [problemMediaType]: { schema: { $ref: getSchemaPath(ConfigurationProblem) } } },
  });
}

/** Changes of a configuration: drafts, and the history. */
@ApiTags('configuration')
@ApiExtraModels(ConfigurationProblem)
@Controller('configuration/changes')
export class ConfigurationChangesController {
  constructor(
    private readonly changes: ConfigurationChanges,
    private readonly applying: ConfigurationApplying,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List changes of a configuration
   * @remarks Drafts and the history, newest first.
   */
  @Get()
  @Requires('configuration:read')
  @ApiPage(ConfigurationChangeSummary, 'Changes, newest first.')
  @ApiProblems(404, 422, 502, 503)
  async listConfigurationChanges(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ConfigurationChangesQuery,
  ): Promise<PageOf<ConfigurationChangeSummary>> {
    const context = { operation: 'listConfigurationChanges', director: query.director, query };
    const slice = await this.changes.list(principal, query.director, this.cursors.requestOf(query, context));
    return this.cursors.pageOf(slice, context, changeSummary);
  }

  /**
   * Draft a change of a configuration
   * @remarks Nothing is written until it is applied. A draft whose `findings` have an error cannot be applied. Drafts do not
   * change: to correct one, make another. They are deleted after 30 days.
   */
  @Post()
  @BodyLimit(largeBody)
  @Requires('configuration:write')
  @SendsHeader('Location', 201)
  @ApiCreatedResponse({ type: ConfigurationChange, description: 'The draft.' })
  @ApiPrevented()
  @ApiProblems(400, 404, 413, 415, 422, 502, 503)
  async createConfigurationChange(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: CreateConfigurationChangeBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConfigurationChange> {
    return this.sendCreated(response, await this.changes.draft(principal, actor, body));
  }

  /**
   * Get a change of a configuration
   * @remarks With its diff and what was found in it.
   */
  @Get(':id')
  @Requires('configuration:read')
  @Conditional()
  @ApiOkResponse({ type: ConfigurationChange, description: 'The change.' })
  @ApiPrevented()
  @ApiProblems(404, 422, 502, 503)
  async getConfigurationChange(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
  ): Promise<ConfigurationChange> {
    const change = await this.changes.get(principal, assertUuid(id, 'change'));
    return this.changes.recordOf(change);
  }

  /**
   * Get a change as a patch
   * @remarks The unified diff, for `patch` and `git apply`.
   */
  @Get(':id/patch')
  @Requires('configuration:read')
  @ApiOkResponse({
    description: 'The unified diff.',
    content: { [patchType]: { schema: { type: 'string' }, examples: { example: { value: patchExample } } } },
  })
  @ApiPrevented()
  @ApiProblems(404, 422, 502, 503)
  async getConfigurationPatch(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const change = await this.changes.get(principal, assertUuid(id, 'change'));
    const diff = await this.changes.diffOf(change);
    response.set({
      'Content-Type': `${patchType}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${change.id}.patch"`,
    });
    return diff;
  }

  /**
   * Delete a draft
   * @remarks Other changes are the history and cannot be deleted.
   */
  @Delete(':id')
  @HttpCode(204)
  @Requires('configuration:write')
  @ApiNoContentResponse({ description: 'The draft was deleted.' })
  @ApiPrevented()
  @ApiProblems(404, 422, 502, 503)
  async deleteConfigurationChange(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ): Promise<void> {
    await this.changes.remove(principal, actor, assertUuid(id, 'change'));
  }

  /**
   * Apply a change
   * @remarks Puts a draft into force while the Director is running. It applies only to the revision that it was drafted for.
   */
  @Post(':id/apply')
  @HttpCode(202)
  @OptionalBody(ApplyConfigurationBody)
  @Requires('configuration:apply')
  @ApiIdempotencyKey()
  @ApiHeader({
    name: 'If-Match',
    required: true,
    description: 'Revision of the configuration as you read it, in quotes: the ETag of GET /configuration/text.',
    schema: { type: 'string' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  })
  @ApiAcceptedResponse({ type: ConfigurationChange, description: 'The change is in force.' })
  @ApiPrevented()
  @ApiProblems(400, 404, 412, 413, 415, 422, 502, 503)
  async applyConfigurationChange(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @IdempotencyKey() key: string | null,
    @Body() body: ApplyConfigurationBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConfigurationChange> {
    const change = await this.changes.get(principal, assertUuid(id, 'change'));
    const { applied, isReplayed } = await this.applying.apply({ principal, actor, change, ifMatch, key, body });
    response.setHeader('Location', addressOf(applied));
    if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    return this.changes.recordOf(applied);
  }

  /**
   * Draft the revert of a change
   * @remarks The draft restores what was in force before the change, text for text. If that would undo later changes too, the
   * 409 response lists them: revert these first, the newest one first.
   */
  @Post(':id/revert')
  @HttpCode(201)
  @Requires('configuration:write')
  @SendsHeader('Location', 201)
  @ApiCreatedResponse({ type: ConfigurationChange, description: 'The draft.' })
  @ApiPrevented()
  @ApiProblems(404, 422, 502, 503)
  async revertConfigurationChange(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConfigurationChange> {
    const change = await this.changes.get(principal, assertUuid(id, 'change'));
    return this.sendCreated(response, await this.changes.draftRevert(principal, actor, change));
  }

  private async sendCreated(response: Response, change: ConfigurationChangeEntity): Promise<ConfigurationChange> {
    response.setHeader('Location', addressOf(change));
    return this.changes.recordOf(change);
  }
}

function addressOf({ id }: ConfigurationChangeEntity): string {
  return `/api/v1/configuration/changes/${id}`;
}
