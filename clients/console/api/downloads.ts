import { sheetRecord } from '../../../formats/text/csv-record.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { serviceRequests } from '../../api/service-requests.js';
import { BASE, inLanguageOfPage, PRESERVATION } from './services.js';

/** The forms of an archive file with all files of a version, or of the OCFL object of a group. */
export type ArchiveForm = 'zip' | 'bag' | 'tar' | 'ocfl';

const queryOf = (values: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

/** Where the bytes of a file are, or with `as` those of an archive file of a group or folder. */
export const contentAddress = (
  path: RepositoryPath,
  query: { readonly version?: string; readonly as?: ArchiveForm },
): string => `${PRESERVATION}/content/${escapePath(path)}${queryOf(query)}`;

/** Where a zip is that has all files of a deposit. */
export const depositZipAddress = (depositId: string): string =>
  `${PRESERVATION}/deposits/${encodeURIComponent(depositId)}/content${queryOf({ as: 'zip' })}`;

/** Where the browser's own viewer shows a PDF. */
export const pdfAddress = (path: RepositoryPath, version: string): string =>
  `${BASE}api/pdf/preservation/content/${escapePath(path)}${queryOf({ version })}`;

/** Has the browser save what an address has; it streams. */
export const save = (address: string, name?: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? '';
  link.click();
};

/** Gives bytes to the reader as a file. */
export const saveBlob = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob);
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

const requests = serviceRequests();

/** Has the browser save what a route of the preservation service answers as comma-separated values. */
export const saveCsv = async (route: string, name: string): Promise<void> => {
  const request = new Request(`${PRESERVATION}${route}`, { headers: { Accept: 'text/csv' } });
  const response = await requests.open(inLanguageOfPage(request));
  saveBlob(await response.blob(), name);
};

/** Has the browser save records as comma-separated values that a spreadsheet may open; they come in pages, as they were read. */
export const saveRecords = async (
  pages: AsyncIterable<readonly (readonly (string | number | null)[])[]>,
  name: string,
): Promise<void> => {
  const texts: string[] = [];
  for await (const records of pages) texts.push(records.map(sheetRecord).join(''));
  saveBlob(new Blob(texts, { type: 'text/csv' }), name);
};

/** The first bytes of a file as text, and whether there are more. */
export const readText = async (
  address: string,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isWhole: boolean }> => {
  const response = await requests.open(new Request(address, { headers: { Range: `bytes=0-${most - 1}` }, signal }));
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
  return { text: await response.text(), isWhole: total <= most };
};
