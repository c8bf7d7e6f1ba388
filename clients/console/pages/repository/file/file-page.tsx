import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiFault } from '../../../../api/api-fault.js';
import { lastName, parentOf, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { contentAddress } from '../../../api/downloads.js';
import {
  pathIn,
  readVersionFolder,
  type VersionFileRow,
  type VersionFolder,
  type VersionFolderRow,
} from '../../../api/versions.js';
import { Button, ButtonAnchor, ButtonLink } from '../../../parts/controls/button.js';
import { useKeys } from '../../../parts/keys.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Mark } from '../../../parts/marks.js';
import { Message } from '../../../parts/feedback/messages.js';
import { Page, type Crumb } from '../../../parts/page.js';
import { Size } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import { crumbsAbove, crumbTo } from '../../../parts/repository-crumbs.js';
import { FileEvents } from './file-events.js';
import { FileFacts } from './file-facts.js';
import { FilePreview } from './file-preview.js';
import { openFoldersText, withFoldersAbove } from '../../../parts/lists/open-folders.js';
import { useRepositorySearch } from '../search.js';

interface InGroup {
  readonly group: RepositoryPath;
  readonly below: string;
}

interface FoundFile {
  readonly listing: VersionFolder;
  readonly file: VersionFileRow;
  readonly previous: VersionFileRow | null;
  readonly next: VersionFileRow | null;
}

const fileOf = (row: VersionFileRow | VersionFolderRow | undefined): VersionFileRow | null =>
  row?.kind === 'file' ? row : null;

/** A file of a version with those before and after it in its folder; null where a folder is at the path. */
const readFile = async (
  { group, below }: InGroup,
  version: string | undefined,
  signal: AbortSignal,
): Promise<FoundFile | null> => {
  const folder = parentOf(below) ?? '';
  const query = version === undefined ? {} : { version };
  const { at, version: found } = await readVersionFolder(group, folder, { ...query, at: below, limit: 1 }, signal);
  const row = at ?? 0;
  const offset = Math.max(0, row - 1);
  const listing = await readVersionFolder(
    group,
    folder,
    { version: `v${found}`, offset, limit: 3, scans: true },
    signal,
  );
  const file = fileOf(listing.entries[row - offset]);
  if (file === null) return null;
  const [previous, next] = [listing.entries[row - offset - 1], listing.entries[row - offset + 1]];
  return { listing, file, previous: fileOf(previous), next: fileOf(next) };
};

const Turn = ({
  to,
  label,
  keyName,
  why,
  link,
}: {
  readonly to: VersionFileRow | null;
  readonly label: string;
  readonly keyName: string;
  readonly why: string;
  readonly link: (file: VersionFileRow) => { params: { _splat: string }; search: Record<string, string> };
}) =>
  to === null ? (
    <Button keyName={keyName} why={why}>
      {label}
    </Button>
  ) : (
    <ButtonLink keyName={keyName} to="/repository/$" title={to.name} {...link(to)}>
      {label}
    </ButtonLink>
  );

const crumbsOf = ({ group, below }: InGroup, top: string, name: string, search: Record<string, string>): Crumb[] => {
  const folders = parentOf(below) ?? '';
  const steps = folders === '' ? [] : withFoldersAbove(folders);
  return [
    ...crumbsAbove(group, top),
    crumbTo(group, lastName(group), search),
    ...steps.map((folder) =>
      crumbTo(group, lastName(folder), { ...search, open: openFoldersText(new Set(withFoldersAbove(folder))) }),
    ),
    { label: name },
  ];
};

const Found = ({ found, ...inGroup }: InGroup & { readonly found: FoundFile }) => {
  const { repository: words } = useWords();
  const navigate = useNavigate();
  const { group, below } = inGroup;
  const { listing, file, previous, next } = found;
  const version = `v${listing.version}`;
  const search: Record<string, string> = listing.version === listing.head ? {} : { version };
  const link = (to: VersionFileRow) => ({ params: { _splat: pathIn(group, to.path) }, search });
  const open = (to: VersionFileRow | null): void => {
    if (to !== null) void navigate({ to: '/repository/$', ...link(to) });
  };
  useKeys({ k: () => open(previous), j: () => open(next) });
  const path = pathIn(group, below);
  return (
    <Page
      title={file.name}
      crumbs={crumbsOf(inGroup, words.title, file.name, search)}
      facts={
        <>
          <span>
            {words.in}{' '}
            <Link to="/repository/$" params={{ _splat: group }} search={search}>
              {listing.name ?? lastName(group)}
            </Link>
          </span>
          <span>
            {file.since === listing.version ? words.newIn(version) : words.unchangedSince(version, `v${file.since}`)}
          </span>
          <span>
            <Size bytes={file.size} />
          </span>
          {file.virus?.found === true ? (
            <span>
              <Mark shape="inf">{words.infectedBy(file.virus.name ?? '')}</Mark>
            </span>
          ) : null}
        </>
      }
      actions={
        <>
          <ButtonAnchor icon="save" href={contentAddress(path, { version })} download={file.name}>
            {words.downloadFile}
          </ButtonAnchor>
          <Turn to={previous} label={words.previous} keyName="K" why={words.firstFile} link={link} />
          <Turn to={next} label={words.next} keyName="J" why={words.lastFile} link={link} />
        </>
      }
    >
      {listing.version === listing.head ? null : (
        <Message
          kind="info"
          actions={
            <ButtonLink small to="/repository/$" params={{ _splat: path }}>
              {words.showNewest}
            </ButtonLink>
          }
        >
          {words.asInVersion(version, `v${listing.head}`)}
        </Message>
      )}
      <div className="filegrid">
        <FilePreview key={`${path} ${version}`} path={path} file={file} version={version} />
        <div>
          <FileFacts path={path} file={file} version={version} />
          <FileEvents path={path} group={group} scans={file.scans ?? []} />
        </div>
      </div>
    </Page>
  );
};

/** A file of a version of an archival group. */
export const FilePage = (inGroup: InGroup) => {
  const { repository: words } = useWords();
  const { version } = useRepositorySearch();
  const { group, below } = inGroup;
  const query = useQuery({
    queryKey: ['repository', 'file', group, below, version ?? 'newest'],
    queryFn: ({ signal }) => readFile(inGroup, version, signal),
  });
  const search: Record<string, string> = version === undefined ? {} : { version };
  const { data } = query;
  const isGone = query.error instanceof ApiFault && query.error.status === 404;
  if (data !== undefined && data !== null) return <Found found={data} {...inGroup} />;
  return (
    <Page title={lastName(below)} crumbs={crumbsOf(inGroup, words.title, lastName(below), search)}>
      {isGone ? (
        <Message kind="info">{version === undefined ? words.notInNewest : words.notInVersion(version)}</Message>
      ) : (
        <Loaded query={query}>
          {() => (
            <Message
              kind="info"
              actions={
                <ButtonLink
                  small
                  to="/repository/$"
                  params={{ _splat: group }}
                  search={{ ...search, open: openFoldersText(new Set(withFoldersAbove(below))) }}
                >
                  {words.showFolder}
                </ButtonLink>
              }
            >
              {words.isFolder}
            </Message>
          )}
        </Loaded>
      )}
      <FileEvents path={pathIn(group, below)} group={group} scans={[]} />
    </Page>
  );
};
