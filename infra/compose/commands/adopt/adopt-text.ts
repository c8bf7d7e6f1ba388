import { countText } from '../../../../clients/command-line/output/amounts.js';
import { lineOf } from '../../../../clients/command-line/output/cells.js';
import type { Output } from '../../../../clients/command-line/program/output.js';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { screenRow, type ReportRow } from '../report-row.js';

/** What an adoption counted. */
export interface AdoptionEnd {
  readonly groups: number;
  readonly versions: number;
  /** Objects of which the log has all versions. */
  readonly known: number;
  readonly notAdopted: number;
}

/** The codes of objects that were adopted, or would be. */
const DONE: Readonly<Record<string, string>> = { adopted: '+ adopted', adoptable: '+ adoptable' };

/** What became of an object: into a pipe four cells between tabs, which are code, group, object root, message. */
export const adoptionRowText = (row: ReportRow, { form, paint }: Pick<Output, 'form' | 'paint'>): string => {
  const { code, group, key, message } = row;
  if (form !== 'terminal') return lineOf(code, group === null ? '-' : escapePath(group), key ?? '-', message);
  const done = DONE[code];
  if (done === undefined) return screenRow(row, code, (text) => paint('red', text));
  return screenRow({ group, key: null, message }, done);
};

/** The same as a JSON line. */
export const adoptionRecord = ({ code, archivalGroup, key, message }: ReportRow): object => ({
  type: Object.hasOwn(DONE, code) ? 'adopted' : 'finding',
  ...{ code, archivalGroup, key, message },
});

/** The last line. */
export const adoptionVerdict = ({ groups, versions, known, notAdopted }: AdoptionEnd, isDryRun: boolean): string => {
  const parts = [
    `${isDryRun ? 'Would adopt' : 'Adopted'} ${countText(versions, 'version')} of ${countText(groups, 'group')}`,
    `${countText(known, 'object')} known already`,
    ...(notAdopted === 0 ? [] : [`${countText(notAdopted, 'object')} not adopted`]),
  ];
  return `${parts.join('; ')}.\n`;
};
