import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type Logger } from 'pino';
import { type Actor } from '../../../domain/actor.js';
import { invalidField } from '../../../domain/error-codes.js';
import { Requires } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { LOG } from '../../../platform/logging/log.js';
import { auditFilterOf } from '../audit.dto.js';
import { AuditExportQuery, AuditVerdict, SealRangeQuery, verdictOf } from './audit-chain.dto.js';
import { AuditExport } from './export.service.js';
import { HeadKeys } from './chain-head.js';
import { AuditVerification } from './verification.service.js';
import { disconnectSignal } from '../../../http/when-closed.js';

const exportTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };
const textOf = (value: string) => ({ schema: { type: 'string' }, examples: { example: { value } } }) as const;
const exportedRecord =
  '{"id":"5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22","at":"2026-11-20T21:00:00.000Z","action":"role.delete","outcome":"success","actorKind":"system","actorName":"backup-console","target":"role:night-shift","changes":{}}';
const exportedLine = `{"seq":1,"sealedAt":"2026-11-20T21:00:00.412Z","record":${exportedRecord},"recordHash":"${'5e'.repeat(32)}","previousHash":"${'00'.repeat(32)}","hash":"${'a4'.repeat(32)}"}\n`;
const exportedCsv =
  'seq,sealedAt,id,at,action,outcome,…,hash\n1,2026-11-20T21:00:00.412Z,5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22,2026-11-20T21:00:00.000Z,role.delete,success,…,a4a4…\n';
const pem =
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';

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
    return verdictOf(await this.verification.verify(query, disconnectSignal(response)), this.keys.publicKeys);
  }

  /**
   * Get the public keys of the audit chain
   * @remarks Returns the keys that sign the heads of the chain as PEM, the current one first.
   */
  @Get('key')
  @Requires('audit:read')
  @ApiOkResponse({ description: 'Ed25519 keys.', content: { 'application/x-pem-file': textOf(pem) } })
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
    content: { [exportTypes.ndjson]: textOf(exportedLine), 'text/csv': textOf(exportedCsv) },
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
    const exportRequest = { format, from, to, filter: auditFilterOf(query) };
    response.set({
      'Content-Type': exportTypes[format],
      'Content-Disposition': `attachment; filename="audit.${format}"`,
    });
    // A HEAD request gets the head only, and exports nothing.
    if (request.method === 'HEAD') return void response.end();
    const lines = await this.exports.begin(actor, exportRequest);
    try {
      await pipeline(Readable.from(lines), response);
    } catch (error) {
      // The head is sent already: the broken connection shows the caller that the file is incomplete.
      this.log.warn({ err: error }, 'Could not complete an export of the audit records.');
    }
  }
}

function checkRange({ from, to }: SealRangeQuery): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField('to', 'to must not be less than from', 'wrong_order');
}
