import { COMBINED_STATES, type CombinedFolderDetail, type CombinedRow } from '../../commands/workspace/combined-row.js';
import type { IndexedFolder } from '../../formats/paths/folder-index.js';
import { renderFolderRow, renderRowTerms, statesIn } from './folder-row.js';
import { moment } from './moment.js';

/** A folder of a deposit, as it is listed. */
export const renderCombinedFolder = (folder: IndexedFolder<CombinedRow, CombinedFolderDetail>): object =>
  renderFolderRow(folder, COMBINED_STATES, (detail) => ({
    whereabouts: detail?.whereabouts ?? null,
    ...renderRowTerms(detail?.terms ?? null),
  }));

/** A file of a deposit, as it is listed. */
export const renderCombinedRow = (row: CombinedRow): object => {
  const { path, name, size, inWorkspace, inMets, contentType, format, virus, mismatches, whereabouts, terms } = row;
  const states = statesIn(row, COMBINED_STATES);
  return {
    kind: 'file',
    path,
    name,
    size,
    worst: states[0] ?? null,
    states,
    whereabouts,
    inWorkspace: inWorkspace === null ? null : renderStored(inWorkspace),
    inMets,
    contentType,
    format,
    virus,
    misMatches: mismatches,
    ...renderRowTerms(terms),
  };
};

const renderStored = ({
  path,
  size,
  digest,
  isClaimed,
  modified,
}: NonNullable<CombinedRow['inWorkspace']>): object => ({
  path,
  size,
  digest,
  claimed: isClaimed,
  modified: moment(modified.toISOString()),
});
