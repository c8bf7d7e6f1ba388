import { lazy, Suspense } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../../../api/data-of.js';
import type { components } from '../../../../api/generated/preservation.js';
import { lastName, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { idOf } from '../../../api/identifiers.js';
import { contentAddress } from '../../../api/downloads.js';
import { preservation } from '../../../api/services.js';
import { versionQuery, type VersionFolder } from '../../../api/versions.js';
import { ButtonAnchor, ButtonLink } from '../../../parts/controls/button.js';
import { Loaded, Loading } from '../../../parts/feedback/loading.js';
import { Page, Tabs } from '../../../parts/page.js';
import { Size, Time } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';
import { ComparePage } from '../comparison/compare-page.js';
import { crumbsAbove } from '../../../parts/repository-crumbs.js';
import { GroupAudit } from './group-audit.js';
import { GroupMenu } from './group-menu.js';
import { GroupVersions } from './group-versions.js';
import { PlaceHistory } from '../place-history.js';
import { useRepositorySearch } from '../search.js';
import { StorageMap } from './storage-map.js';

type Group = components['schemas']['Container'];

/** Deposits for a group: how many there are, and one that is in work. */
const useDeposits = (path: RepositoryPath) =>
  useQuery({
    queryKey: ['deposits', 'of-group', path],
    queryFn: ({ signal }) => {
      const query = { archivalGroupPath: `/${path}`, showAll: true, pageSize: 1, orderBy: 'lastModified' };
      return dataOf(preservation.GET('/deposits', { params: { query }, signal }));
    },
  });

const Facts = ({
  group,
  path,
  version,
}: {
  readonly group: Group;
  readonly path: RepositoryPath;
  readonly version: VersionFolder | undefined;
}) => {
  const { repository: words, parts } = useWords();
  const { data } = useDeposits(path);
  const inWork = data?.deposits.find(({ active }) => active);
  return (
    <>
      {version === undefined ? null : (
        <span>
          {words.versionsSince(version.head)} <Time at={group.created} />
        </span>
      )}
      {version === undefined ? null : (
        <span>
          {parts.files(version.folder.files)}, <Size bytes={version.folder.bytes} />
        </span>
      )}
      <GroupAudit path={path} newest={group.lastModified} />
      {inWork === undefined ? null : (
        <span>
          {words.deposit}{' '}
          <Link to="/deposits/$deposit" params={{ deposit: idOf(inWork.id) }}>
            {idOf(inWork.id)}
          </Link>{' '}
          {inWork.nextVersion ? words.inWorkFor(inWork.nextVersion) : words.inWork}
        </span>
      )}
    </>
  );
};

const GroupTabs = ({ path, head }: { readonly path: RepositoryPath; readonly head: number | undefined }) => {
  const { repository: words } = useWords();
  const { count } = useFormats();
  const { view, version } = useRepositorySearch();
  const { data } = useDeposits(path);
  const kept = version === undefined ? {} : { version };
  const to = (search: Record<string, string>) =>
    ({ to: '/repository/$', params: { _splat: path }, search: { ...kept, ...search } }) as const;
  return (
    <Tabs
      label={words.views}
      current={view ?? 'versions'}
      tabs={[
        { key: 'versions', label: words.versions, count: head === undefined ? null : count(head), link: to({}) },
        {
          key: 'deposits',
          label: words.deposits,
          count: data === undefined ? null : count(data.total),
          link: { to: '/deposits', search: { group: `/${path}`, active: 'all' } },
        },
        { key: 'viewer', label: words.viewer, link: to({ view: 'viewer' }) },
        { key: 'storage-map', label: words.storageMap, link: to({ view: 'storage-map' }) },
        { key: 'history', label: words.history, link: to({ view: 'history' }) },
      ]}
    />
  );
};

/** The label of the version that is shown: at once the one that was asked for. */
const shownOf = (asked: string | undefined, read: VersionFolder | undefined): string | undefined => {
  if (asked !== undefined && /^v\d+$/.test(asked)) return asked;
  return read === undefined ? undefined : `v${asked === undefined ? read.head : read.version}`;
};

/** Loaded where they are shown. */
const Certificate = lazy(async () => ({
  default: (await import('../../certificate/certificate.js')).Certificate,
}));

const GroupViewer = lazy(async () => ({
  default: (await import('../../viewer/group-viewer.js')).GroupViewer,
}));

/** An archival group: its versions with their files, its storage map and its history, or two versions compared. */
export const GroupPage = ({ path, group }: { readonly path: RepositoryPath; readonly group: Group }) => {
  const { repository: words } = useWords();
  const { view, version: label, compare } = useRepositorySearch();
  const query = useQuery({ ...versionQuery(path, label), placeholderData: keepPreviousData });
  const title = group.name ?? lastName(path);
  if (view === 'certificate')
    return (
      <Suspense fallback={<Loading />}>
        <Certificate path={path} {...(label === undefined ? {} : { version: label })} />
      </Suspense>
    );
  if (compare !== undefined) return <ComparePage path={path} name={title} compare={compare} />;
  const shown = shownOf(label, query.data);
  return (
    <Page
      title={title}
      crumbs={[...crumbsAbove(path, words.title), { label: lastName(path) }]}
      facts={<Facts group={group} path={path} version={query.data} />}
      actions={
        <>
          <ButtonLink
            icon="print"
            to="/repository/$"
            params={{ _splat: path }}
            search={{ view: 'certificate', ...(shown === undefined ? {} : { version: shown }) }}
          >
            {words.certificate}
          </ButtonLink>
          {shown === undefined ? null : (
            <ButtonAnchor icon="save" href={contentAddress(path, { version: shown, as: 'zip' })} download>
              {words.download(shown)}
            </ButtonAnchor>
          )}
          {query.data === undefined ? null : <GroupMenu path={path} label={shown ?? ''} version={query.data} />}
        </>
      }
    >
      <GroupTabs path={path} head={query.data?.head} />
      <Loaded query={query}>
        {(data) => {
          if (view === 'storage-map')
            return <StorageMap path={path} group={group} label={shown ?? ''} version={data} />;
          if (view === 'history') return <PlaceHistory path={path} />;
          if (view === 'viewer')
            return (
              <Suspense fallback={<Loading />}>
                <GroupViewer path={path} version={shown ?? null} />
              </Suspense>
            );
          return <GroupVersions path={path} label={shown ?? ''} version={data} />;
        }}
      </Loaded>
    </Page>
  );
};
