import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ConfigurationRename } from '../../../domain/configuration.port.js';
import { type NameEffect, type NameUse } from '../../../domain/configuration-effects.js';

interface UseRow {
  readonly kind: NameUse;
  readonly label: string;
  readonly is_carried: boolean;
}

interface FilterRow {
  readonly id: string;
  readonly page: string;
  readonly query: string;
}

/** $1 the Director, $2 the name. A protection is carried; an incident that was reported ends, and begins under the new name. */
const uses: Readonly<Record<string, string>> = {
  client: `SELECT 'threshold' AS kind, 'client ' || client AS label, true AS is_carried FROM client_threshold
      WHERE director = $1 AND client = $2
    UNION ALL SELECT 'acknowledgement', 'client ' || client, true FROM client_acknowledgement WHERE director = $1 AND client = $2
    UNION ALL SELECT 'protection', 'client ' || client, true FROM client_silence WHERE director = $1 AND client = $2
    UNION ALL SELECT 'incident', 'client ' || client, false FROM client_silence WHERE director = $1 AND client = $2 AND status <> 'ok'
    UNION ALL SELECT DISTINCT 'incident', 'job ' || job, false FROM job_protection
      WHERE director = $1 AND client = $2 AND told_status <> 'ok'`,
  job: `SELECT 'threshold' AS kind, 'job ' || job AS label, true AS is_carried FROM job_threshold WHERE director = $1 AND job = $2
    UNION ALL SELECT 'acknowledgement', 'job ' || job, true FROM job_acknowledgement WHERE director = $1 AND job = $2
    UNION ALL SELECT DISTINCT 'protection', 'job ' || job, true FROM job_protection WHERE director = $1 AND job = $2
    UNION ALL SELECT DISTINCT 'incident', 'job ' || job, false FROM job_protection
      WHERE director = $1 AND job = $2 AND told_status <> 'ok'
    UNION ALL SELECT DISTINCT 'receiver_incident', 'job ' || $2, false FROM delivery_incident WHERE dedup_key = 'job:' || $1 || ':' || $2`,
  storage: `SELECT 'incident' AS kind, 'storage ' || $2 AS label, false AS is_carried FROM condition_state
    WHERE director = $1 AND key = 'storage:' || $1 || ':' || $2 AND is_active`,
  pool: `SELECT 'incident' AS kind, 'pool ' || $2 AS label, false AS is_carried FROM condition_state
    WHERE director = $1 AND key = 'filling:' || $1 || ':' || $2 AND is_active`,
};

/** What of the console uses the old names of renamed resources. */
@Injectable()
export class NamesInUse {
  constructor(private readonly dataSource: DataSource) {}

  async of(director: string, renames: readonly ConfigurationRename[]): Promise<readonly NameEffect[]> {
    const found: NameEffect[] = [];
    const filters = renames.length === 0 ? [] : await this.filters();
    for (const { type, from: name } of renames) {
      const text = uses[type];
      const rows = text === undefined ? [] : await this.dataSource.query<UseRow[]>(text, [director, name]);
      for (const { kind, label, is_carried: isCarried } of rows) found.push({ kind, id: null, label, name, isCarried });
      for (const { id, page, query } of filters) {
        // Its user alone sees its name.
        if (hasName(query, type, name)) found.push({ kind: 'saved_filter', id, label: page, name, isCarried: false });
      }
    }
    return found;
  }

  private filters(): Promise<FilterRow[]> {
    return this.dataSource.query('SELECT id, page, query FROM saved_filter ORDER BY id');
  }
}

/** Filters take several names, separated by commas. */
function hasName(query: string, type: string, name: string): boolean {
  return new URLSearchParams(query).getAll(type).some((value) => value.split(',').includes(name));
}
