import { createDataSource } from './src/data-source.js';
import { readMigrationUrl } from './src/config/settings.js';

/** The console's own database for the command line of TypeORM, for example `typeorm migration:generate -d dist/ormconfig.js`. */
export default createDataSource(readMigrationUrl(process.env));
