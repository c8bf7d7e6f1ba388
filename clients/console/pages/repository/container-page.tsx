import { useState, type SubmitEvent } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lastName, pathViolation } from '../../../../formats/paths/repository-path.js';
import { idOf } from '../../api/identifiers.js';
import { readChildren, type Child, type ChildListing, type Place } from '../../api/repository.js';
import { systemQuery } from '../../api/system.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Icon } from '../../parts/icon.js';
import { Loaded } from '../../parts/loading.js';
import { Empty } from '../../parts/messages.js';
import { Page, Tabs } from '../../parts/page.js';
import { Rows, type Column } from '../../parts/rows.js';
import { Time } from '../../parts/values.js';
import type { Words } from '../../words/english/english.js';
import { useWords } from '../../words/language.js';
import { crumbsAbove } from '../../parts/repository-crumbs.js';
import { DeleteContainer } from './delete-container.js';
import { NewContainer } from './new-container.js';
import { PlaceHistory } from './place-history.js';
import { useRepositorySearch, useShow } from './search.js';

type Container = Extract<Place, { readonly kind: 'container' }>;

/** Containers and groups on a page. */
const SHOWN = 100;

const columnsOf = ({ repository: words }: Words): readonly Column<Child>[] => [
  {
    key: 'name',
    head: words.columns.name,
    of: 'name',
    cell: ({ kind, path, name }) => (
      <>
        <Icon name={kind === 'container' ? 'folder' : 'group'} />
        <Link className="t" to="/repository/$" params={{ _splat: path }}>
          {name ?? lastName(path)}
        </Link>
      </>
    ),
  },
  {
    key: 'address',
    head: words.columns.address,
    of: 'wide',
    cell: ({ path }) => <span className="muted">{lastName(path)}</span>,
  },
  {
    key: 'kind',
    head: words.columns.kind,
    of: 'wide mid',
    cell: ({ kind }) => (
      <span className="soft" title={kind === 'group' ? words.groupTerm : undefined}>
        {words.kinds[kind]}
      </span>
    ),
  },
  {
    key: 'version',
    head: words.columns.version,
    of: 'r',
    cell: ({ head }) => (head === null ? null : `v${head}`),
  },
  { key: 'made', head: words.columns.made, cell: ({ modified }) => <Time at={modified} /> },
];

/** Goes to a path that is typed. */
const GoTo = () => {
  const { repository: words } = useWords();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().replace(/^\/|\/$/g, '');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (wanted !== '' && pathViolation(wanted) === null)
      void navigate({ to: '/repository/$', params: { _splat: wanted } });
  };
  return (
    <form onSubmit={submit}>
      <input
        className="in short long"
        aria-label={words.goTo}
        placeholder={words.goToHint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
};

const Facts = ({ place: { container } }: { readonly place: Container }) => {
  const { repository: words } = useWords();
  const { data } = useQuery({ ...systemQuery, enabled: container === null });
  if (container === null)
    return data?.repository ? <span>{words.groupsAndContainers(data.repository.archivalGroups)}</span> : null;
  return (
    <span>
      {words.created} <Time at={container.created} />{' '}
      {container.createdBy === null ? null : words.by(idOf(container.createdBy))}
    </span>
  );
};

const Children = ({ listing }: { readonly listing: ChildListing }) => {
  const words = useWords();
  const navigate = useNavigate();
  const { after } = useRepositorySearch();
  const show = useShow();
  const { children, next, path } = listing;
  const { repository } = words;
  if (children.length === 0 && after === undefined)
    return (
      <Empty
        title={path === '' ? repository.emptyTop : repository.empty}
        actions={
          <ButtonLink to="/deposits/new" search={path === '' ? {} : { under: path }}>
            {repository.newDepositHere}
          </ButtonLink>
        }
      >
        <p>{repository.emptyHow}</p>
      </Empty>
    );
  return (
    <>
      <Rows
        label={repository.inside}
        rows={children}
        keyOf={(child) => child.path}
        columns={columnsOf(words)}
        widths="minmax(220px,1.5fr) minmax(120px,1fr) 110px 64px 128px"
        midWidths="minmax(200px,1.5fr) minmax(120px,1fr) 64px 128px"
        onOpen={(child) => void navigate({ to: '/repository/$', params: { _splat: child.path } })}
      />
      {next === null && after === undefined ? null : (
        <div className="pager">
          <span>{after === undefined ? null : repository.after(lastName(after))}</span>
          <span className="grow" />
          <Button small why={after === undefined ? words.parts.firstPage : null} onClick={() => show({}, true)}>
            {repository.toBeginning}
          </Button>
          <Button
            small
            why={next === null ? words.parts.lastPage : null}
            onClick={() => (next === null ? undefined : show({ after: next }, true))}
          >
            {words.parts.next}
          </Button>
        </div>
      )}
    </>
  );
};

/** A container, or the top of the repository: what is in it, a hundred at a time, and what can be made here. */
export const ContainerPage = ({ place }: { readonly place: Container }) => {
  const { repository: words } = useWords();
  const { path, container } = place;
  const { after, view } = useRepositorySearch();
  const here = { to: '/repository/$', params: { _splat: path } } as const;
  const query = useQuery({
    queryKey: ['repository', 'children', path, after ?? '', SHOWN],
    queryFn: ({ signal }) => readChildren(path, { limit: SHOWN, ...(after === undefined ? {} : { after }) }, signal),
    placeholderData: keepPreviousData,
  });
  const title = container === null ? words.title : (container.name ?? lastName(path));
  const shown = query.data?.children.length;
  const isEmpty = shown === undefined || (shown === 0 && after !== undefined) ? null : shown === 0;
  return (
    <Page
      title={title}
      {...(container === null ? {} : { crumbs: [...crumbsAbove(path, words.title), { label: lastName(path) }] })}
      facts={<Facts place={place} />}
      actions={
        <>
          {container === null ? null : <DeleteContainer path={path} name={title} isEmpty={isEmpty} />}
          <NewContainer path={path} name={title} />
          <ButtonLink look="primary" icon="plus" to="/deposits/new" search={path === '' ? {} : { under: path }}>
            {words.newDeposit}
          </ButtonLink>
        </>
      }
    >
      <Tabs
        label={words.views}
        current={view === 'history' ? 'history' : 'inside'}
        tabs={[
          { key: 'inside', label: words.inside, link: here },
          { key: 'history', label: words.history, link: { ...here, search: { view: 'history' } } },
        ]}
      />
      {view === 'history' ? (
        <PlaceHistory path={path} />
      ) : (
        <>
          <div className="toolbar">
            <GoTo />
          </div>
          <Loaded query={query}>{(listing) => <Children listing={listing} />}</Loaded>
        </>
      )}
    </Page>
  );
};
