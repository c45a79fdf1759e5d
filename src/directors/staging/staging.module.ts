import { Global, Module } from '@nestjs/common';
import { StagingFolders } from '../../domain/staging.port.js';
import { StagedFolders } from './staged-folders.js';

/** Where clients of Bacula and Bareos restore the files of downloads. */
@Global()
@Module({
  providers: [{ provide: StagingFolders, useFactory: () => new StagedFolders() }],
  exports: [StagingFolders],
})
export class StagingModule {}
