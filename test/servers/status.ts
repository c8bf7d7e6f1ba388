import { eventstoredb, services } from './catalogue.js';
import { isInstalled } from './install.js';
import { placeOf, runs } from './start.js';
import { readState } from './state.js';

const HEAD = ['name', 'version', 'running', 'address', 'pid', 'log'] as const;

/** Rows below a head, in columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
};

/** What can be had here and what of it runs, for people. */
export const statusTable = async (
  cache: string,
  given: Readonly<Record<string, string | undefined>>,
): Promise<string> => {
  const state = readState(cache);
  const rows = services.map(async (service): Promise<readonly string[]> => {
    const { name, program } = service;
    const entry = state[name];
    if (entry === undefined || !runs(entry)) {
      const standing = (await isInstalled(cache, program)) ? 'no' : 'no (not installed)';
      return [name, program.version, standing, '-', '-', '-'];
    }
    const place = placeOf(cache, service, entry);
    const pid = String(entry.process?.pid ?? '-');
    const running = (await service.isReady(place)) ? 'yes' : 'yes (does not answer)';
    return [name, program.version, running, service.address(place), pid, place.log];
  });
  const own = given[eventstoredb.variable] ?? '';
  const foreign = own === '' ? ['no', '-'] : ['not ours', own];
  const text = table([HEAD, ...(await Promise.all(rows)), [eventstoredb.name, '-', ...foreign, '-', '-']]);
  return own === '' ? `${text}\n${eventstoredb.name}: ${eventstoredb.absence}.\n` : text;
};
