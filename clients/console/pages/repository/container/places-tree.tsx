import { useMemo, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { ButtonLink } from '../../../parts/controls/button.js';
import { DepositInWork } from '../../../parts/deposit-state.js';
import { Empty } from '../../../parts/feedback/messages.js';
import { openFoldersIn, openFoldersText } from '../../../parts/lists/open-folders.js';
import { placesBelow, type PlaceEntry } from '../../../parts/lists/repository-tree.js';
import type { Column } from '../../../parts/lists/rows.js';
import { Tree } from '../../../parts/lists/tree.js';
import { Time } from '../../../parts/values.js';
import type { Words } from '../../../words/english/english.js';
import { useWords } from '../../../words/language.js';
import { DeleteDialog } from './delete-container.js';
import { useRepositorySearch, useShow } from '../search.js';

const columnsOf = ({ repository: { columns } }: Words): readonly Column<PlaceEntry>[] => [
  {
    key: 'address',
    head: columns.address,
    of: 'wide',
    cell: ({ path }) => (
      <span className="muted" title={path}>
        {path}
      </span>
    ),
  },
  {
    key: 'deposit',
    head: columns.deposit,
    cell: ({ deposit }) =>
      deposit ? (
        <Link className="soft" tabIndex={-1} to="/deposits/$deposit" params={{ deposit: deposit.id }}>
          <DepositInWork {...deposit} />
        </Link>
      ) : null,
  },
  { key: 'made', head: columns.made, cell: ({ modified }) => <Time at={modified} /> },
  { key: 'by', head: columns.by, cell: ({ modifiedBy }) => modifiedBy },
];

const NothingInside = ({ path }: { readonly path: RepositoryPath }) => {
  const { repository: words } = useWords();
  return (
    <Empty
      title={path === '' ? words.emptyTop : words.empty}
      actions={
        <ButtonLink to="/deposits/new" search={path === '' ? {} : { under: path }}>
          {words.newDepositHere}
        </ButtonLink>
      }
    >
      <p>{words.emptyHow}</p>
    </Empty>
  );
};

/** The containers and archival groups below a container, as a tree. The containers that are open belong to the address. */
export const PlacesTree = ({ path }: { readonly path: RepositoryPath }) => {
  const words = useWords();
  const { repository } = words;
  const search = useRepositorySearch();
  const show = useShow();
  const navigate = useNavigate();
  const [unwanted, setUnwanted] = useState<PlaceEntry | null>(null);
  const source = useMemo(() => placesBelow(path), [path]);
  const open = useMemo(() => openFoldersIn(search.open), [search.open]);
  return (
    <>
      <Tree
        label={repository.inside}
        source={source}
        open={open}
        onOpenChange={(next) => show({ ...search, open: openFoldersText(next) })}
        nameHead={repository.columns.name}
        columns={columnsOf(words)}
        widths="minmax(200px,1.3fr) minmax(120px,1fr) 196px 118px 112px"
        icon={({ kind }) => (kind === 'group' ? 'group' : 'folder')}
        name={(entry) => (
          <Link className="clip" to="/repository/$" tabIndex={-1} params={{ _splat: entry.path }}>
            {entry.name}
          </Link>
        )}
        after={({ head }) => (head === null ? null : <span className="n">v{head}</span>)}
        onEnter={(entry) => void navigate({ to: '/repository/$', params: { _splat: entry.path } })}
        onKey={(event, entry) => {
          if (event.key !== 'Delete' || !entry.isFolder) return false;
          setUnwanted(entry);
          return true;
        }}
        empty={<NothingInside path={path} />}
      />
      {unwanted === null ? null : (
        <DeleteDialog
          path={unwanted.path}
          name={unwanted.name}
          onClose={() => setUnwanted(null)}
          onDeleted={() => setUnwanted(null)}
        />
      )}
    </>
  );
};
