import { useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readFolder, type CombinedFileRow, type CombinedFolderRow } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { Empty } from '../../parts/messages.js';
import { Tree, type TreeSource } from '../../parts/tree.js';
import { MiddleCut, Size } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { useDeposit } from './deposit-page.js';
import { FileState } from './file-state.js';

type Entry = (CombinedFileRow | CombinedFolderRow) & { readonly isFolder: boolean };

const sourceOf = (depositId: string): TreeSource<Entry> => ({
  queryKey: ['deposits', depositId, 'combined'],
  load: async (path, offset, limit, signal) => {
    const { entries, total } = await readFolder(depositId, { path, offset, limit }, signal);
    return { total, entries: entries.map((entry) => ({ ...entry, isFolder: entry.kind === 'folder' })) };
  },
});

/** The files of a deposit, as a tree. */
export const FilesTab = () => {
  const { deposit: words } = useWords();
  const { count } = useFormats();
  const deposit = useDeposit();
  const depositId = idOf(deposit.id);
  const search = useSearch({ from: '/inside/deposits/$deposit/' });
  const navigate = useNavigate();
  const source = useMemo(() => sourceOf(depositId), [depositId]);
  const open = useMemo(
    () => new Set((search.open ?? 'objects').split('|').filter((each) => each !== '')),
    [search.open],
  );
  return (
    <Tree
      label={words.filesLabel}
      source={source}
      open={open}
      onOpenChange={(next) =>
        void navigate({ to: '.', search: { ...search, open: [...next].join('|') }, replace: true, resetScroll: false })
      }
      nameHead={words.columns.name}
      widths="minmax(160px,1fr) 72px 126px 146px 72px"
      name={(entry) => (entry.isFolder ? <span className="clip">{entry.name}</span> : <MiddleCut name={entry.name} />)}
      after={(entry) => (entry.kind === 'folder' ? <span className="n">{count(entry.files)}</span> : null)}
      columns={[
        {
          key: 'size',
          head: words.columns.size,
          of: 'r',
          cell: (entry) => <Size bytes={entry.kind === 'folder' ? entry.bytes : entry.size} />,
        },
        {
          key: 'format',
          head: words.columns.format,
          of: 'wide',
          cell: (entry) =>
            entry.kind === 'folder' ? null : entry.format === null ? (
              <span className="muted">{words.notKnown}</span>
            ) : (
              <span title={entry.format.name ?? undefined}>
                {entry.format.name} <span className="muted">{entry.format.key}</span>
              </span>
            ),
        },
        { key: 'state', head: words.columns.state, cell: (entry) => <FileState entry={entry} /> },
        {
          key: 'access',
          head: words.columns.access,
          cell: (entry) => (
            <span
              className={entry.accessRestrictions.length === 0 ? 'inherit' : ''}
              title={entry.accessRestrictions.length === 0 ? words.inherited : words.setHere}
            >
              {entry.effectiveAccessRestrictions.join(', ')}
            </span>
          ),
        },
      ]}
      empty={
        <Empty title={words.noFiles}>
          <p>{words.noFilesHow}</p>
        </Empty>
      }
    />
  );
};
