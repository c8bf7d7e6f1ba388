import { useMemo } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { parentOf, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import {
  pathIn,
  readVersionFolder,
  type VersionFileRow,
  type VersionFolder,
  type VersionFolderRow,
  type VersionState,
} from '../../../api/versions.js';
import { useAccessWords } from '../../../parts/access-words.js';
import { Button } from '../../../parts/controls/button.js';
import { Mark } from '../../../parts/marks.js';
import { Empty } from '../../../parts/feedback/messages.js';
import { openFoldersIn, openFoldersText } from '../../../parts/lists/open-folders.js';
import type { Column } from '../../../parts/lists/rows.js';
import { Tree, type TreeSource } from '../../../parts/lists/tree.js';
import { MiddleCut, Size } from '../../../parts/values.js';
import type { Words } from '../../../words/english/english.js';
import { useFormats, useWords } from '../../../words/language.js';
import { NameFilter } from './name-filter.js';
import { useRepositorySearch, useShow, type RepositorySearch } from '../search.js';

type Entry = (VersionFileRow | VersionFolderRow) & { readonly isFolder: boolean };

/** A flat list has no folders. */
const NONE: ReadonlySet<string> = new Set();

const STATES = ['infected', 'not-recorded', 'not-identified', 'not-scanned'] as const satisfies readonly VersionState[];

/** What of a version's files an address asks for. */
const filterIn = ({ show, name, format }: RepositorySearch) => {
  const state = STATES.find((each) => each === show);
  return {
    ...(state === undefined ? {} : { show: state }),
    ...(name === undefined ? {} : { name }),
    ...(format === undefined ? {} : { format }),
  };
};

const sourceOf = (group: RepositoryPath, version: string, filter: ReturnType<typeof filterIn>): TreeSource<Entry> => ({
  queryKey: ['repository', 'tree', group, version, filter],
  load: async (folder, offset, limit, signal) => {
    const { entries, total } = await readVersionFolder(group, folder, { version, offset, limit, ...filter }, signal);
    return { total, entries: entries.map((entry) => ({ ...entry, isFolder: entry.kind === 'folder' })) };
  },
});

const columnsOf = (
  { repository: words }: Words,
  accessWords: (values: readonly string[]) => string,
): readonly Column<Entry>[] => [
  {
    key: 'size',
    head: words.columns.size,
    of: 'r',
    cell: (entry) => <Size bytes={entry.kind === 'folder' ? entry.bytes : entry.size} />,
  },
  {
    key: 'format',
    head: words.columns.format,
    of: 'wide mid',
    cell: (entry) => {
      if (entry.worst === 'infected')
        return <Mark shape="inf">{words.counted.infected(entry.kind === 'folder' ? entry.states.infected : 1)}</Mark>;
      if (entry.kind === 'folder') return null;
      if (entry.format === null) return <span className="muted">{words.notKnown}</span>;
      const { name, key } = entry.format;
      return (
        <span title={name}>
          {name} <span className="muted">{key}</span>
        </span>
      );
    },
  },
  {
    key: 'since',
    head: words.columns.since,
    cell: ({ since }) => (since === null ? null : <span className="soft">v{since}</span>),
  },
  {
    key: 'access',
    head: words.columns.access,
    cell: (entry) => {
      const isOwn = entry.accessRestrictions.length > 0;
      return (
        <span className={isOwn ? '' : 'inherit'} title={isOwn ? words.setHere : words.inherited}>
          {accessWords(entry.effectiveAccessRestrictions)}
        </span>
      );
    },
  },
];

interface VersionFilesOptions {
  readonly path: RepositoryPath;
  readonly version: string;
  readonly isNewest: boolean;
  readonly folder: VersionFolder['folder'];
  readonly formats: NonNullable<VersionFolder['formats']>;
}

const Filters = ({ folder, formats }: Pick<VersionFilesOptions, 'folder' | 'formats'>) => {
  const { repository: words } = useWords();
  const { count } = useFormats();
  const search = useRepositorySearch();
  const show = useShow();
  const states = STATES.filter((state) => folder.states[state] > 0 || search.show === state);
  return (
    <div className="toolbar filters">
      <NameFilter value={search.name ?? ''} onChange={(name) => show({ ...search, name })} />
      {states.length === 0 ? null : (
        <select
          className="in short"
          aria-label={words.show}
          value={search.show ?? ''}
          onChange={(event) => show({ ...search, show: event.target.value })}
        >
          <option value="">{words.allFiles}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {words.counted[state](folder.states[state])}
            </option>
          ))}
        </select>
      )}
      <select
        className="in short"
        aria-label={words.columns.format}
        value={search.format ?? ''}
        onChange={(event) => show({ ...search, format: event.target.value })}
      >
        <option value="">{words.allFormats}</option>
        {formats.flatMap(({ key, name, files }) =>
          key === null
            ? []
            : [
                <option key={key} value={key}>
                  {name} {key} ({count(files)})
                </option>,
              ],
        )}
      </select>
      <span className="grow" />
      {search.name === undefined && search.show === undefined && search.format === undefined ? null : (
        <Button small look="quiet" onClick={() => show({ ...search, name: '', show: '', format: '' })}>
          {words.allFiles}
        </Button>
      )}
    </div>
  );
};

/** The files of a version, as a tree; with a filter, as a flat list. */
export const VersionFiles = ({ path, version, isNewest, folder, formats }: VersionFilesOptions) => {
  const words = useWords();
  const { repository } = words;
  const accessWords = useAccessWords();
  const { count } = useFormats();
  const search = useRepositorySearch();
  const show = useShow();
  const navigate = useNavigate();
  const { show: state, name, format } = search;
  const filter = useMemo(
    () => filterIn({ ...(state && { show: state }), ...(name && { name }), ...(format && { format }) }),
    [state, name, format],
  );
  const source = useMemo(() => sourceOf(path, version, filter), [path, version, filter]);
  const isFlat = Object.keys(filter).length > 0;
  const open = useMemo(() => (isFlat ? NONE : openFoldersIn(search.open, ['objects'])), [isFlat, search.open]);
  const link = (entry: Entry) => ({
    params: { _splat: pathIn(path, entry.path) },
    search: isNewest ? {} : { version },
  });
  return (
    <>
      <Filters folder={folder} formats={formats} />
      <Tree
        label={repository.filesOf(version)}
        source={source}
        open={open}
        onOpenChange={(next) => show({ ...search, open: openFoldersText(next) })}
        nameHead={repository.columns.name}
        widths="minmax(160px,1fr) 74px 122px 112px 78px"
        midWidths="minmax(160px,1fr) 74px 112px 78px"
        name={(entry) =>
          entry.isFolder ? (
            <span className="clip">{entry.name}</span>
          ) : (
            <Link className="fit" to="/repository/$" tabIndex={-1} title={entry.path} {...link(entry)}>
              {isFlat && parentOf(entry.path) !== '' ? (
                <span className="clip muted">{parentOf(entry.path)}/</span>
              ) : null}
              <MiddleCut name={entry.name} />
            </Link>
          )
        }
        after={(entry) => (entry.kind === 'folder' ? <span className="n">{count(entry.files)}</span> : null)}
        onEnter={(entry) => {
          if (!entry.isFolder) void navigate({ to: '/repository/$', ...link(entry) });
          else {
            const next = new Set(open);
            if (!next.delete(entry.path)) next.add(entry.path);
            show({ ...search, open: openFoldersText(next) });
          }
        }}
        columns={columnsOf(words, accessWords)}
        empty={
          <Empty title={isFlat ? repository.noneFound : repository.noFiles}>
            <p>{isFlat ? repository.noneFoundHow : repository.noFilesWhy}</p>
          </Empty>
        }
      />
    </>
  );
};
