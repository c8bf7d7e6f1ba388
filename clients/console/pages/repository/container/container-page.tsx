import { useState, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lastName, pathViolation, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { idOf } from '../../../api/identifiers.js';
import { PLACES, readChildren, type Place } from '../../../api/repository.js';
import { systemQuery } from '../../../api/system.js';
import { ButtonLink } from '../../../parts/controls/button.js';
import { Page, Tabs } from '../../../parts/page.js';
import { Time } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import { crumbsAbove } from '../../../parts/repository-crumbs.js';
import { DeleteContainer } from './delete-container.js';
import { NewContainer } from './new-container.js';
import { PlaceHistory } from '../place-history.js';
import { PlacesTree } from './places-tree.js';
import { useRepositorySearch } from '../search.js';

type Container = Extract<Place, { readonly kind: 'container' }>;

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

/** Whether nothing is in a container; null while that is not known, and at the top, which cannot be deleted. */
const useIsEmpty = (path: RepositoryPath): boolean | null => {
  const { data } = useQuery({
    queryKey: [PLACES, 'first', path],
    queryFn: ({ signal }) => readChildren(path, { limit: 1 }, signal),
    enabled: path !== '',
  });
  return data === undefined ? null : data.children.length === 0;
};

/** A container, or the top of the repository: the tree below it, and what can be made here. */
export const ContainerPage = ({ place }: { readonly place: Container }) => {
  const { repository: words } = useWords();
  const { path, container } = place;
  const { view } = useRepositorySearch();
  const here = { to: '/repository/$', params: { _splat: path } } as const;
  const isEmpty = useIsEmpty(path);
  const title = container === null ? words.title : (container.name ?? lastName(path));
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
          <PlacesTree path={path} />
        </>
      )}
    </Page>
  );
};
