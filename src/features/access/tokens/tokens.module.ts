import { Module } from '@nestjs/common';
import { TokenRecords } from './token-records.js';
import { TokensController } from './tokens.controller.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';

@Module({
  controllers: [TokensController],
  providers: [TokensRepository, TokensService, TokenRecords],
  exports: [TokensRepository, TokensService],
})
export class TokensModule {}
