import { useMutation } from '@tanstack/react-query';
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

/** A value of a CSV file (RFC 4180); one that a spreadsheet would take for a formula is told apart by an apostrophe. */
const field = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const line = (file: CombinedFileRow): string =>
  [
    file.path,
    file.name,
    String(file.size ?? ''),
    file.inWorkspace?.digest ?? file.inMets?.digest ?? '',
    file.contentType ?? '',
    file.format?.key ?? '',
    file.whereabouts,
    file.worst ?? '',
    file.effectiveAccessRestrictions.join('; '),
    file.effectiveRightsStatement ?? '',
    file.inWorkspace?.modified ?? '',
  ]
    .map(field)
    .join(',');

/** Lists all files of a deposit as CSV, read page by page, and lets the browser store the list. */
export const useFileList = (depositId: string) =>
  useMutation({
    mutationFn: async () => {
      const lines: string[] = [`${COLUMNS.join(',')}\r\n`];
      for await (const entry of readEntries(depositId, '')) if (entry.kind === 'file') lines.push(`${line(entry)}\r\n`);
      const address = URL.createObjectURL(new Blob(lines, { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${depositId}.csv`;
      link.click();
      URL.revokeObjectURL(address);
    },
  });

/** Says that the list is made. */
export const FileListEntry = () => {
  const { depositMenu: words } = useWords();
  return (
    <span className="muted" role="status">
      {words.listing}
    </span>
  );
};
