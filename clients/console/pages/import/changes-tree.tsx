import { useMemo, useState } from 'react';
import { withoutParameters } from '../../parts/media-type.js';
import { stateOf, toggled, withAll, type PathSelection } from '../../parts/lists/path-selection.js';
import { Empty } from '../../parts/feedback/messages.js';
import { Sign } from '../../parts/sign.js';
import { Tree, type TreeSelection, type TreeSource } from '../../parts/lists/tree.js';
import { Delta, Size } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import type { ChangeKind } from './changes.js';
import type { Preview } from './preview.js';
import type { Rules, Summary } from './preview-protocol.js';
import { allOf, type FolderRow, type PreviewRow } from './rows.js';

interface ChangesTreeOptions {
  readonly preview: Preview;
  readonly summary: Summary;
  readonly show: ChangeKind | null;
  /** What is chosen to be imported; null where all is. */
  readonly chosen: PathSelection | null;
  readonly onChoose: (chosen: PathSelection) => void;
}

/** What the rows are of: all changes, so that what is left out stays in sight. */
const ALL: Rules = [['', true]];

const FolderSize = ({ sums }: Pick<FolderRow, 'sums'>) => {
  const more = sums.added.bytes + sums.changed.bytes;
  const less = sums.deleted.bytes;
  return (
    <>
      {more === 0 ? null : <Size bytes={more} />}
      {more > 0 && less > 0 ? ' ' : null}
      {less === 0 ? null : (
        <>
          −<Size bytes={less} />
        </>
      )}
    </>
  );
};

const Note = ({ row, from }: { readonly row: PreviewRow; readonly from: number }) => {
  const { import: words } = useWords();
  if (row.row === 'more') return null;
  if (row.row === 'folder') {
    if (row.state === 'gone') return <b className="del">{words.wholeFolder}</b>;
    const said = { new: words.newFolder, renamed: words.newName, stays: null }[row.state];
    return <span className="soft">{said}</span>;
  }
  const type = row.contentType === null ? null : withoutParameters(row.contentType);
  const said = {
    added: type,
    changed: row.path === 'mets.xml' ? words.describes : type,
    renamed: words.addressStays,
    deleted: words.staysIn(from),
  }[row.kind];
  return <span className="soft">{said}</span>;
};

const RowSize = ({ row }: { readonly row: PreviewRow }) => {
  if (row.row === 'folder') return <FolderSize sums={row.sums} />;
  return row.row === 'file' && row.kind !== 'renamed' ? <Size bytes={row.size} /> : null;
};

/** The key of a row that stands for more files: that of its folder, and their kind. */
const isMore = (key: string): boolean => key.includes('\n');
const pathOf = (key: string): string => key.slice(0, key.includes('\n') ? key.indexOf('\n') : key.length);
const allOfRow = (key: string): string => `${key.slice(key.indexOf('\n') + 1)} ${pathOf(key)}`;

const deltaOf = ({ sums }: FolderRow) => ({
  added: sums.added.files,
  changed: sums.changed.files,
  renamed: sums.renamed.files,
  deleted: sums.deleted.files,
});

/** The changes by folder, three of each kind and then the rest; with boxes where some are to be left out. */
export const ChangesTree = ({ preview, summary, show, chosen, onChoose }: ChangesTreeOptions) => {
  const { import: words, parts } = useWords();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(summary.open));
  const [whole, setWhole] = useState<readonly string[]>([]);
  const source = useMemo(
    (): TreeSource<PreviewRow> => ({
      queryKey: ['import-preview', preview.number, 'rows', show, whole, summary.made],
      load: (folder, offset, limit) => preview.ask('rows', { rules: ALL, folder, show, whole, offset, limit }),
    }),
    [preview, show, whole, summary.made],
  );
  const selectionOf = (of: PathSelection): TreeSelection<PreviewRow> => ({
    has: (key) => stateOf(of, pathOf(key)),
    // What is not shown yet is shown first, so that it can be seen what is left out.
    toggle: (key) => (isMore(key) ? setWhole([...whole, allOfRow(key)]) : onChoose(toggled(of, key))),
    // Its folders hold files that are not shown yet.
    byFolder: false,
    range: (found) =>
      onChoose(
        withAll(
          of,
          found.flatMap(({ entries }) => entries.map(({ path }) => path)).filter((path) => !isMore(path)),
        ),
      ),
    toggleAll: () => onChoose(toggled(of, '')),
    all: stateOf(of, ''),
    label: (key) => parts.select(pathOf(key)),
    allLabel: parts.selectAll,
  });
  return (
    <Tree<PreviewRow>
      label={words.title}
      source={source}
      open={open}
      onOpenChange={setOpen}
      nameHead={words.columns.name}
      widths="minmax(240px,1.4fr) 210px 130px minmax(180px,1fr)"
      midWidths="minmax(180px,1.4fr) 180px 120px minmax(140px,1fr)"
      icon={(row) => (row.isFolder ? 'folder' : 'file')}
      name={(row) => {
        if (row.row === 'folder') return <span className="clip">{row.name}</span>;
        if (row.row === 'file')
          return (
            <>
              <Sign kind={row.kind} say={words.did[row.kind]} />
              <span className="clip">{row.name}</span>
            </>
          );
        return (
          <button
            type="button"
            className="asLink"
            tabIndex={-1}
            onClick={() => setWhole([...whole, allOf(row.folder, row.kind)])}
          >
            <Sign kind={row.kind} say={words.did[row.kind]} /> {words.more(row.files)}
          </button>
        );
      }}
      onEnter={(row) => {
        if (row.row === 'more') setWhole([...whole, allOf(row.folder, row.kind)]);
        if (row.row === 'folder') {
          const next = new Set(open);
          if (!next.delete(row.path)) next.add(row.path);
          setOpen(next);
        }
      }}
      columns={[
        {
          key: 'changes',
          head: words.columns.changes,
          cell: (row) => (row.row === 'folder' ? <Delta {...deltaOf(row)} /> : null),
        },
        { key: 'size', head: words.columns.size, of: 'r', cell: (row) => <RowSize row={row} /> },
        {
          key: 'note',
          head: words.columns.note,
          cell: (row) => <Note row={row} from={summary.from} />,
        },
      ]}
      {...(chosen === null ? {} : { selection: selectionOf(chosen) })}
      empty={
        <Empty title={words.noneOfKind}>
          <p>{words.noneOfKindWhy}</p>
        </Empty>
      }
    />
  );
};
