import { Global, Module } from '@nestjs/common';
import { NameIndex } from '../../domain/name-index.port.js';
import { StoredNameIndex } from './name-index.repository.js';

/** What the console keeps of a catalog beside the record of runs. Features know it by its ports alone. */
@Global()
@Module({
  providers: [{ provide: NameIndex, useClass: StoredNameIndex }],
  exports: [NameIndex],
})
export class MirrorModule {}
