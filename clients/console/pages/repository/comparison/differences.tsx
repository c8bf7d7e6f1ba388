import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type CSSProperties } from 'react';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { pathIn, readChanges, type ChangeKind, type ChangeListing, type VersionChange } from '../../../api/versions.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Sign } from '../../../parts/sign.js';
import { Size } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import { Digest } from '../digest.js';

type Folder = NonNullable<ChangeListing['folders']>[number];

interface Compared {
  readonly path: RepositoryPath;
  readonly from: string;
  readonly to: string;
}

const Name = ({ change, path, from, to }: Compared & { readonly change: VersionChange }) => {
  const { repository: words } = useWords();
  const { kind, name, before } = change;
  const version = kind === 'deleted' ? from : to;
  const link = (
    <Link
      className={kind === 'deleted' ? 'old' : ''}
      to="/repository/$"
      params={{ _splat: pathIn(path, change.path) }}
      search={{ version }}
      title={change.path}
    >
      {name}
    </Link>
  );
  if (kind !== 'renamed' || before === null) return link;
  return (
    <>
      <span className="old" title={before.path}>
        {before.name === name ? before.path : before.name}
      </span>
      <span className="muted">{words.isNow}</span>
      {link}
    </>
  );
};

const OneChange = ({ change, ...compared }: Compared & { readonly change: VersionChange }) => {
  const { repository: words } = useWords();
  const { kind, before, digest, size, format } = change;
  const isTwo = kind === 'changed' && before !== null;
  return (
    <div className="row" role="row">
      <div className="cell sgn" role="cell">
        <Sign kind={kind} say={words.changeWords[kind]} />
      </div>
      <div className="cell name" role="cell">
        <Name change={change} {...compared} />
      </div>
      <div className="cell nowrap dg" role="cell">
        {isTwo ? (
          <span className="two old">
            <Digest value={before.digest} />
          </span>
        ) : null}
        <span className={kind === 'deleted' ? 'two old' : 'two'}>
          <Digest value={digest} />
        </span>
      </div>
      <div className="cell r nowrap" role="cell">
        {isTwo ? (
          <span className="two old">
            <Size bytes={before.size} />
          </span>
        ) : null}
        <span className="two">
          <Size bytes={size} />
        </span>
      </div>
      <div className="cell nowrap" role="cell">
        {format === null ? null : (
          <span title={format.name}>
            {format.name} <span className="muted">{format.key}</span>
          </span>
        )}
      </div>
    </div>
  );
};

/** Changes of a kind that are asked for at once, after the first three. */
const SHOWN = 3;
const MORE = 100;

/** The line below the first of a kind in a folder, until the rest is shown. */
const Rest = ({
  folder,
  kind,
  n,
  ...compared
}: Compared & { readonly folder: string; readonly kind: ChangeKind; readonly n: number }) => {
  const { repository: words } = useWords();
  const [isShown, show] = useState(false);
  const { path, from, to } = compared;
  const query = useInfiniteQuery({
    queryKey: ['repository', 'changes', path, from, to, 'folder', folder, kind],
    queryFn: ({ pageParam, signal }) =>
      readChanges(path, { from, to, folder, kind, offset: pageParam, limit: MORE }, signal),
    initialPageParam: SHOWN,
    getNextPageParam: ({ offset, total, changes = [] }) =>
      offset + changes.length < total ? offset + changes.length : undefined,
    enabled: isShown,
  });
  const shown = query.data?.pages.reduce((sum, { changes = [] }) => sum + changes.length, 0) ?? 0;
  const line = (left: number, onShow: () => void) => (
    <div className="row" role="row">
      <div className="cell sgn" role="cell" />
      <div className="cell name" role="cell">
        <span className="muted">{words.moreOfKind[kind](left)}</span>{' '}
        <button type="button" className="asLink" onClick={onShow}>
          {words.showThem}
        </button>
      </div>
    </div>
  );
  if (!isShown) return line(n, () => show(true));
  return (
    <>
      <Loaded query={query} rows={3}>
        {({ pages }) =>
          pages.flatMap(({ changes = [] }) =>
            changes.map((change) => <OneChange key={change.path} change={change} {...compared} />),
          )
        }
      </Loaded>
      {query.hasNextPage ? line(n - shown, () => void query.fetchNextPage()) : null}
    </>
  );
};

const KINDS = ['changed', 'renamed', 'added', 'deleted'] as const satisfies readonly ChangeKind[];

const OneFolder = ({
  folder,
  wanted,
  ...compared
}: Compared & { readonly folder: Folder; readonly wanted: ChangeKind | null }) => {
  const { repository: words } = useWords();
  const kinds = KINDS.filter((kind) => wanted === null || kind === wanted);
  return (
    <>
      <div className="row folder" role="row">
        <div className="cell sgn group" role="cell">
          {folder.path === '' ? words.theRoot : folder.path.replaceAll('/', ' / ')}
        </div>
      </div>
      {kinds.map((kind) => {
        const first = folder.first.filter((change) => change.kind === kind);
        const rest = folder.counts[kind].files - first.length;
        return [
          ...first.map((change) => <OneChange key={`${kind} ${change.path}`} change={change} {...compared} />),
          rest > 0 ? <Rest key={kind} folder={folder.path} kind={kind} n={rest} {...compared} /> : null,
        ];
      })}
    </>
  );
};

const COLUMNS = {
  '--cols': '14px minmax(220px,1fr) 506px 70px 128px',
  '--cols-mid': '14px minmax(220px,1fr) 150px 70px 128px',
} as CSSProperties;

/** Differences by folder: the first three of each kind, then how many more there are. */
export const Differences = ({
  folders,
  kind,
  ...compared
}: Compared & { readonly folders: readonly Folder[]; readonly kind: ChangeKind | null }) => {
  const { repository: words } = useWords();
  const heads = [
    ['sgn', null],
    ['name', words.columns.file],
    ['nowrap dg', words.columns.digest],
    ['r nowrap', words.columns.size],
    ['nowrap', words.columns.format],
  ] as const;
  return (
    <div className="grid diff stick" role="table" aria-label={words.differences} style={COLUMNS}>
      <div className="row heads" role="row">
        {heads.map(([of, head]) => (
          <div key={of} className={`cell ${of}`} role="columnheader">
            {head ?? <span className="sr">{words.columns.change}</span>}
          </div>
        ))}
      </div>
      {folders.map((folder) => (
        <OneFolder key={folder.path} folder={folder} wanted={kind} {...compared} />
      ))}
    </div>
  );
};
