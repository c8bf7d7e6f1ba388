import { useMemo } from 'react';
import { readFolder, type CombinedEntry } from '../../../api/deposits.js';
import { Button, ButtonLink } from '../../../parts/controls/button.js';
import { useDrag, useDragRows } from '../../../parts/lists/drag-rows.js';
import { Empty } from '../../../parts/feedback/messages.js';
import { Tree, type TreeSelection, type TreeSource } from '../../../parts/lists/tree.js';
import { MiddleCut } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';
import type { FilesSearch } from './files-search.js';
import { useFileColumns } from './columns.js';
import { folderOf, isFlat, isMovable, isRecordable, type Entry, type FileFilter } from './entry.js';

interface FileTreeOptions {
  readonly depositId: string;
  readonly search: FilesSearch;
  readonly sourceKey: readonly unknown[];
  readonly selection: TreeSelection<Entry>;
  /** Told how many files a filter shows. */
  readonly onTotal: (total: number) => void;
  readonly onDelete: (entry: Entry) => void;
  /** Asks where to move entries, with the folder that is offered; null where nothing can be changed. */
  readonly onMove: ((entries: readonly CombinedEntry[], into?: string) => void) | null;
  /** What is selected, which moves with any of it; null where nothing is. */
  readonly selected: (() => Promise<readonly CombinedEntry[]>) | null;
}

/** Entries are moved onto folders; what is selected goes along with any of it. */
const useMoves = ({ selection, onMove, selected }: FileTreeOptions) => {
  const move = (entry: Entry, into?: string): void => {
    if (onMove === null) return;
    if (selected !== null && selection.has(entry.path) !== false)
      void selected().then((entries) => onMove(entries, into));
    else if (isMovable(entry.path)) onMove([entry], into);
  };
  const drag = useDragRows<Entry, Entry>({
    drag: useDrag(),
    keyOf: ({ path }) => path,
    heldOf: (entry) => (isMovable(entry.path) ? entry : null),
    isHeld: ({ path }, held) => path === held.path,
    placeOver: (over, held) =>
      over.isFolder && isRecordable(over.path) && folderOf(held.path) !== over.path && !over.path.startsWith(held.path)
        ? 'into'
        : null,
    onDrop: (held, over) => move(held, over.path),
  });
  return { move, drag: onMove === null ? null : drag };
};

const sourceOf = (
  depositId: string,
  filter: FileFilter,
  queryKey: readonly unknown[],
  onTotal: (total: number) => void,
): TreeSource<Entry> => ({
  queryKey,
  load: async (folder, offset, limit, signal) => {
    const query = isFlat(filter) ? { path: '', offset, limit, ...filter } : { path: folder, offset, limit };
    const { entries, total } = await readFolder(depositId, query, signal);
    if (isFlat(filter)) onTotal(total);
    return { total, entries: entries.map((entry) => ({ ...entry, isFolder: entry.kind === 'folder' })) };
  },
});

const NONE: ReadonlySet<string> = new Set();

const NoFiles = ({ depositId, search }: Pick<FileTreeOptions, 'depositId' | 'search'>) => {
  const { deposit: words } = useWords();
  if (isFlat(search.filter))
    return (
      <Empty title={words.noneFound} actions={<Button onClick={() => search.setFilter({})}>{words.showAll}</Button>}>
        <p>{words.noneFoundHow}</p>
      </Empty>
    );
  return (
    <Empty
      title={words.noFiles}
      actions={
        <ButtonLink icon="plus" to="/deposits/$deposit/upload" params={{ deposit: depositId }}>
          {words.addFiles}
        </ButtonLink>
      }
    >
      <p>{words.noFilesHow}</p>
    </Empty>
  );
};

/** The files as a tree, or those that a filter shows as a list, each with the folder that it is in. */
export const FileTree = (options: FileTreeOptions) => {
  const { depositId, search, sourceKey, selection, onTotal, onDelete } = options;
  const { move, drag } = useMoves(options);
  const { deposit: words } = useWords();
  const { count } = useFormats();
  const columns = useFileColumns();
  const { filter } = search;
  const key = JSON.stringify(sourceKey);
  const source = useMemo(
    () => sourceOf(depositId, filter, JSON.parse(key) as readonly unknown[], onTotal),
    [depositId, filter, key, onTotal],
  );
  const flat = isFlat(filter);
  return (
    <Tree
      label={words.filesLabel}
      source={source}
      open={flat ? NONE : search.open}
      onOpenChange={search.setOpen}
      nameHead={words.columns.name}
      widths="minmax(160px,1fr) 72px 126px 146px 92px"
      midWidths="minmax(160px,1fr) 72px 146px 92px"
      selection={selection}
      here={search.at}
      name={(entry) => (
        <button
          type="button"
          className="asLink clip"
          tabIndex={-1}
          aria-label={entry.name}
          aria-current={entry.path === search.at ? 'true' : undefined}
          onClick={() => search.setAt(entry.path)}
        >
          {entry.isFolder ? entry.name : <MiddleCut name={entry.name} />}
        </button>
      )}
      after={(entry) =>
        entry.kind === 'folder' ? (
          <span className="n">{count(entry.files)}</span>
        ) : flat ? (
          <span className="sub clip" title={entry.path}>
            {folderOf(entry.path)}
          </span>
        ) : null
      }
      onEnter={(entry) => {
        if (!entry.isFolder) search.setAt(entry.path);
        else {
          const next = new Set(search.open);
          if (!next.delete(entry.path)) next.add(entry.path);
          search.setOpen(next);
        }
      }}
      onKey={(event, entry) => {
        if (event.key === 'Enter' && event.altKey) search.setAt(entry.path);
        else if (event.key === 'Delete') onDelete(entry);
        else if (event.key === 'F2') move(entry);
        else return false;
        return true;
      }}
      drag={drag}
      columns={columns}
      empty={<NoFiles {...{ depositId, search }} />}
    />
  );
};
