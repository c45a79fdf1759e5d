import { Module } from '@nestjs/common';
import { NamesInUse } from './names-in-use.repository.js';
import { RenameFollower } from './rename-follower.service.js';
import { RenamedNames } from './renamed-names.repository.js';

/** What the console stores under the names of resources follows their renames. */
@Module({
  providers: [NamesInUse, RenamedNames, RenameFollower],
  exports: [NamesInUse],
})
export class RenamesModule {}
