import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type Logger } from 'pino';
import { type Actor } from '../../domain/actor.js';
import { invalidField } from '../../domain/refusals.js';
import { Requires } from '../../platform/http/access.decorators.js';
import { ApiProblems } from '../../platform/http/api-answers.js';
import { CurrentActor } from '../../platform/http/current-actor.decorator.js';
import { LOG } from '../../platform/logging/log.module.js';
import { auditFilterOf } from '../audit.dto.js';
import { AuditExportQuery, AuditVerdict, SealRangeQuery, verdictOf } from './audit-chain.dto.js';
import { AuditExport } from './export.service.js';
import { HeadKeys } from './head-keys.js';
import { AuditVerification } from './verification.service.js';

const exportTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };
const text = { schema: { type: 'string' } } as const;

@ApiTags('audit')
@Controller('admin/audit')
export class AuditChainController {
  constructor(
    private readonly verification: AuditVerification,
    private readonly exports: AuditExport,
    private readonly keys: HeadKeys,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Verify the audit records
   * @remarks Compares all records, or a range, with their seals. Returns 200 even if differences are found.
   */
  @Get('verify')
  @Requires('audit:read')
  @ApiOkResponse({ description: 'The result of the verification.', type: AuditVerdict })
  @ApiProblems(400)
  async verifyAudit(
    @Query() query: SealRangeQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditVerdict> {
    checkRange(query);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    return verdictOf(await this.verification.verify(query, gone.signal), this.keys.publicKeys);
  }

  /**
   * Get the public keys of the audit chain
   * @remarks Returns the keys that sign the heads of the chain as PEM, the current one first.
   */
  @Get('key')
  @Requires('audit:read')
  @ApiOkResponse({ description: 'Ed25519 keys.', content: { 'application/x-pem-file': text } })
  getAuditKey(@Res({ passthrough: true }) response: Response): string {
    response.type('application/x-pem-file');
    return this.keys.publicKeys;
  }

  /**
   * Export audit records
   * @remarks Returns all sealed records, or those that match the filters and the range, oldest first. The export is
   * itself recorded in the audit log.
   */
  @Get('export')
  @Requires('audit:read')
  @ApiOkResponse({
    description: 'One line per record.',
    content: { [exportTypes.ndjson]: text, 'text/csv': text },
  })
  @ApiProblems(400)
  async exportAudit(
    @CurrentActor() actor: Actor,
    @Query() query: AuditExportQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    checkRange(query);
    const { format = 'ndjson', from, to } = query;
    const wish = { format, from, to, filter: auditFilterOf(query) };
    response.set({
      'Content-Type': exportTypes[format],
      'Content-Disposition': `attachment; filename="audit.${format}"`,
    });
    // A HEAD request asks for the head only, and exports nothing.
    if (request.method === 'HEAD') return void response.end();
    const lines = await this.exports.begin(actor, wish);
    try {
      await pipeline(Readable.from(lines), response);
    } catch (error) {
      // The head is sent already: the broken connection tells the caller that the file is not whole.
      this.log.warn({ err: error }, 'Could not complete an export of the audit records.');
    }
  }
}

function checkRange({ from, to }: SealRangeQuery): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField('to', 'to must not be less than from', 'wrong_order');
}
