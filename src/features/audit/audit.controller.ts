import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../domain/error-codes.js';
import { AuditRecord, auditRecordOf } from './audit-record.dto.js';
import { AuditRecordsRepository } from './audit-records.repository.js';
import { Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { assertUuid } from '../../http/uuid-parameter.js';
import { auditFilterOf, AuditQuery } from './audit.dto.js';

@ApiTags('audit')
@Controller('admin/audit')
export class AuditController {
  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List audit records
   * @remarks Newest first.
   */
  @Get()
  @Requires('audit:read')
  @ApiPage(AuditRecord, 'Audit records, newest first.')
  async listAuditRecords(@Query() query: AuditQuery): Promise<PageOf<AuditRecord>> {
    const context = { operation: 'listAuditRecords', query };
    const page = this.cursors.requestOf(query, context);
    const slice = await this.records.list(auditFilterOf(query), page);
    return this.cursors.pageOf(slice, context, auditRecordOf);
  }

  /**
   * Get an audit record
   * @remarks With the changes that the action made; secrets are masked.
   */
  @Get(':id')
  @Requires('audit:read')
  @ApiOkResponse({ description: 'The audit record.', type: AuditRecord })
  @ApiProblems(404)
  async getAuditRecord(@Param('id') id: string): Promise<AuditRecord> {
    const record = await this.records.find(assertUuid(id, 'audit record'));
    if (!record) throw new AppError('not_found', 'No audit record has this id.', { reason: 'no_audit_record' });
    return auditRecordOf(record);
  }
}
