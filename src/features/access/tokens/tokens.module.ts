import { Module } from '@nestjs/common';
import { TokenRecords, TokensService } from './tokens.service.js';
import { TokensController } from './tokens.controller.js';
import { TokensRepository } from './tokens.repository.js';

@Module({
  controllers: [TokensController],
  providers: [TokensRepository, TokensService, TokenRecords],
  exports: [TokensRepository, TokensService],
})
export class TokensModule {}
