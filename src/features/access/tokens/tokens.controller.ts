import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { type Principal } from '../../../domain/principal.js';
import { AuditRecord, auditRecordOf } from '../../audit/audit-record.dto.js';
import { AuditRecordsRepository } from '../../audit/audit-records.repository.js';
import { CurrentPrincipal, Requires, SessionOnly } from '../../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import { SendsHeader } from '../../../http/openapi/response-headers.js';
import {
  CreatedToken,
  createdTokenOf,
  CreateTokenBody,
  TokenEventsQuery,
  tokenRecordsOf,
  TokensQuery,
  TokenSummary,
  tokenSummaryOf,
} from './tokens.dto.js';
import { TokensService } from './tokens.service.js';

@ApiTags('tokens')
@Controller('tokens')
export class TokensController {
  constructor(
    private readonly service: TokensService,
    private readonly records: AuditRecordsRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * List API tokens
   * @remarks Newest first. Tokens of other users require `tokens:all`.
   */
  @Get()
  @Requires('tokens:own')
  @ApiPage(TokenSummary, 'Tokens. Revoked and expired ones remain as an audit trail.')
  async listTokens(@CurrentPrincipal() caller: Principal, @Query() query: TokensQuery): Promise<PageOf<TokenSummary>> {
    const context = { operation: 'listTokens', query };
    const slice = await this.service.listTokens(caller, query, this.cursors.requestOf(query, context));
    const now = this.clock.now();
    return this.cursors.pageOf(slice, context, (token) => tokenSummaryOf(token, now, caller));
  }

  /**
   * List audit records of tokens
   * @remarks Newest first: who created or revoked which token, and from where.
   */
  @Get('events')
  @Requires('audit:read')
  @ApiPage(AuditRecord, 'Audit records of `api_token.create` and `api_token.revoke`.')
  async listTokenEvents(@Query() query: TokenEventsQuery): Promise<PageOf<AuditRecord>> {
    const context = { operation: 'listTokenEvents', query };
    const slice = await this.records.list(tokenRecordsOf(query), this.cursors.requestOf(query, context));
    return this.cursors.pageOf(slice, context, auditRecordOf);
  }

  /**
   * Get an API token
   * @remarks Without its secret. Tokens of other users require `tokens:all`.
   */
  @Get(':id')
  @Requires('tokens:own')
  @ApiOkResponse({ description: 'The token.', type: TokenSummary })
  @ApiProblems(404)
  async getToken(@CurrentPrincipal() caller: Principal, @Param('id') id: string): Promise<TokenSummary> {
    return tokenSummaryOf(await this.service.getToken(caller, assertUuid(id, 'token')), this.clock.now(), caller);
  }

  /**
   * Create an API token
   * @remarks The token gets your current role and keeps its capabilities even if that role is changed or you are assigned another one. The
   * secret is shown only in this response.
   */
  @Post()
  @Requires('tokens:own')
  @SessionOnly()
  @SendsHeader('Location', 201)
  @ApiCreatedResponse({ description: 'The new token, with its secret.', type: CreatedToken })
  @ApiProblems(400, 413, 415)
  async createToken(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: CreateTokenBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedToken> {
    const { token, secret } = await this.service.createToken(caller, actor, body);
    response.setHeader('Location', `/api/v1/tokens/${token.id}`);
    return createdTokenOf(token, secret, this.clock.now(), caller);
  }

  /**
   * Revoke an API token
   * @remarks Takes effect immediately and cannot be undone. Repeating it returns the same response.
   */
  @Delete(':id')
  @Requires('tokens:own')
  @ApiOkResponse({ description: 'The token, revoked.', type: TokenSummary })
  @ApiProblems(404)
  async revokeToken(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ): Promise<TokenSummary> {
    const token = await this.service.revokeToken(caller, actor, assertUuid(id, 'token'));
    return tokenSummaryOf(token, this.clock.now(), caller);
  }
}
