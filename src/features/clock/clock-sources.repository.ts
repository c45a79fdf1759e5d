import { type DataSource } from 'typeorm';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { fullScope } from '../../domain/principal.js';
import { type ClockSource } from './clock-trust.repository.js';

/** The clocks that are not this machine's: that of an external database server first, then those of Directors. */
export function clockSources(
  dataSource: DataSource,
  isDatabaseExternal: boolean,
  directors: readonly DirectorEntry[],
): readonly ClockSource[] {
  const remote = directors.filter(({ settings }) => settings !== null && !isOwnAddress(settings.address));
  return [
    ...(isDatabaseExternal ? [{ time: () => databaseTime(dataSource) }] : []),
    ...remote.map(({ director }) => ({ time: () => director.readClock(fullScope) })),
  ];
}

/** A server on this machine has this machine's clock: both ends of the connection then have the same address. */
async function databaseTime(dataSource: DataSource): Promise<Date | null> {
  const [row] = await dataSource.query<{ at: Date; isOwn: boolean }[]>(
    `SELECT clock_timestamp() AS at, inet_server_addr() IS NULL OR inet_server_addr() = inet_client_addr() AS "isOwn"`,
  );
  return row === undefined || row.isOwn ? null : row.at;
}

function isOwnAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}
