import { useMutation } from '@tanstack/react-query';
import { saveRecords } from '../../../api/downloads.js';
import { readEntries, type CombinedFileRow } from '../../../api/deposits.js';
import { useWords } from '../../../words/language.js';

const COLUMNS = [
  'path',
  'name',
  'size',
  'sha256',
  'type',
  'format',
  'where',
  'worst',
  'access',
  'rights',
  'modified',
] as const;

const recordOf = (file: CombinedFileRow): (string | number | null)[] => [
  file.path,
  file.name,
  file.size,
  file.inWorkspace?.digest ?? file.inMets?.digest ?? null,
  file.contentType,
  file.format?.key ?? null,
  file.whereabouts,
  file.worst,
  file.effectiveAccessRestrictions.join('; '),
  file.effectiveRightsStatement,
  file.inWorkspace?.modified ?? null,
];

const records = async function* (depositId: string): AsyncGenerator<readonly (readonly (string | number | null)[])[]> {
  yield [COLUMNS];
  for await (const entry of readEntries(depositId, '')) if (entry.kind === 'file') yield [recordOf(entry)];
};

/** Lists all files of a deposit as CSV, read page by page, and lets the browser store the list. */
export const useFileList = (depositId: string) =>
  useMutation({ mutationFn: () => saveRecords(records(depositId), `${depositId}.csv`) });

/** Says that the list is made. */
export const FileListEntry = () => {
  const { depositMenu: words } = useWords();
  return (
    <span className="muted" role="status">
      {words.listing}
    </span>
  );
};
