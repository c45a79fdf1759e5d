import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function named(tableOrName: Table | string, columns: readonly string[], ending: string): string {
  const table = typeof tableOrName === 'string' ? tableOrName : tableOrName.name;
  return [table.split('.').at(-1) ?? table, ...columns.map(snake), ending].join('_');
}

/**
 * Tables and columns in snake_case, so that no entity names a column by hand, and constraints under the names that
 * PostgreSQL itself would give, so that an error or a plan that names one can be read.
 */
export class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName?: string): string {
    return customName ?? snake(className.replace(/Entity$/, ''));
  }

  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snake), customName ?? snake(propertyName)].join('_');
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return `${snake(relationName)}_${snake(referencedColumnName)}`;
  }

  override primaryKeyName(table: Table | string): string {
    return named(table, [], 'pkey');
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'key');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'idx');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'fkey');
  }
}
