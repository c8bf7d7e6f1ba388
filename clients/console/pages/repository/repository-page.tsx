import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ApiFault } from '../../../api/api-fault.js';
import { lastName } from '../../../../formats/paths/repository-path.js';
import { placeQuery, type Place } from '../../api/repository.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty } from '../../parts/feedback/messages.js';
import { openFoldersText, withFoldersAbove } from '../../parts/lists/open-folders.js';
import { Page } from '../../parts/page.js';
import { useWords } from '../../words/language.js';
import { ContainerPage } from './container/container-page.js';
import { crumbsAbove } from '../../parts/repository-crumbs.js';
import { DeletedPage } from './deleted-page.js';
import { FilePage } from './file/file-page.js';
import { GroupPage } from './group/group-page.js';
import { useRepositoryPath, useRepositorySearch } from './search.js';

/** A folder of a group is shown in the tree of its version, opened. */
const Folder = ({ group, below }: { readonly group: string; readonly below: string }) => {
  const { version } = useRepositorySearch();
  const open = openFoldersText(new Set(withFoldersAbove(below)));
  return (
    <Navigate
      to="/repository/$"
      params={{ _splat: group }}
      search={{ open, ...(version === undefined ? {} : { version }) }}
      replace
    />
  );
};

/** A path at which nothing is, and nothing was. */
const NothingPage = ({ path }: { readonly path: string }) => {
  const { repository: words } = useWords();
  return (
    <Page title={lastName(path)} crumbs={[...crumbsAbove(path, words.title), { label: lastName(path) }]}>
      <Empty title={words.nothingHere}>
        <p>{words.nothingHereWhy}</p>
      </Empty>
    </Page>
  );
};

const At = ({ place }: { readonly place: Place }) => {
  if (place.kind === 'container') return <ContainerPage key={place.path} place={place} />;
  if (place.kind === 'deleted') return <DeletedPage path={place.path} />;
  if (place.kind === 'group') return <GroupPage key={place.path} path={place.path} group={place.group} />;
  const { group, below, isFolder } = place;
  return isFolder ? <Folder group={group} below={below} /> : <FilePage group={group} below={below} />;
};

/** What is at a path of the repository: a container, an archival group, or a file in one. */
export const RepositoryPage = () => {
  const path = useRepositoryPath();
  const query = useQuery(placeQuery(path));
  if (query.data !== undefined) return <At place={query.data} />;
  if (query.error instanceof ApiFault && query.error.status === 404) return <NothingPage path={path} />;
  return (
    <main id="main">
      <Loaded query={query}>{() => null}</Loaded>
    </main>
  );
};
