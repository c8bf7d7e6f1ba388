import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '../../../../api/generated/preservation.js';
import { ocflId, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { useSession } from '../../../api/session.js';
import {
  pathIn,
  readVersionFolder,
  type VersionFileRow,
  type VersionFolder,
  type VersionFolderRow,
} from '../../../api/versions.js';
import { pageIn } from '../../../frame/search-texts.js';
import { Button } from '../../../parts/controls/button.js';
import { Icon } from '../../../parts/icon.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Empty, Problem } from '../../../parts/feedback/messages.js';
import { Section } from '../../../parts/page.js';
import { Pager } from '../../../parts/controls/pager.js';
import { Rows, type Column } from '../../../parts/lists/rows.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { Size } from '../../../parts/values.js';
import type { Words } from '../../../words/english/english.js';
import { useWords } from '../../../words/language.js';
import { BreakingPath, Copy } from '../file/file-facts.js';
import { saveFileList } from './file-list.js';
import { NameFilter } from './name-filter.js';
import { useRepositorySearch, useShow } from '../search.js';
import { VersionField } from './version-field.js';

type Row = VersionFileRow | VersionFolderRow;

/** Files and folders on a page, and the levels of folders that are shown open. */
const SHOWN = 100;
const DEPTH = 16;

interface MapOptions {
  readonly path: RepositoryPath;
  readonly group: components['schemas']['Container'];
  readonly label: string;
  readonly version: VersionFolder;
}

const writtenIn = (contentPath: string): string => contentPath.slice(0, contentPath.indexOf('/'));

const columnsOf = (
  { repository: words, parts }: Words,
  group: RepositoryPath,
  version: string,
  addressOf: (file: VersionFileRow) => string,
): readonly Column<Row>[] => [
  {
    key: 'file',
    head: words.columns.fileAndDigest,
    of: 'name',
    cell: (row) =>
      row.kind === 'folder' ? (
        <>
          <Icon name="folder" />
          <span className="clip">{row.path}</span>
        </>
      ) : (
        <div className="least">
          <Link className="breaks" to="/repository/$" params={{ _splat: pathIn(group, row.path) }} search={{ version }}>
            <BreakingPath path={row.path} />
          </Link>
          <div className="digest muted breaks">{row.digest.value}</div>
        </div>
      ),
  },
  {
    key: 'stored',
    head: words.columns.liesAs,
    of: 'wrap',
    cell: (row) =>
      row.kind === 'folder' ? (
        <span className="muted">{parts.files(row.files)}</span>
      ) : (
        <span className="soft">
          <BreakingPath path={row.contentPath} />
        </span>
      ),
  },
  {
    key: 'written',
    head: words.columns.writtenIn,
    cell: (row) => (row.kind === 'folder' ? null : writtenIn(row.contentPath)),
  },
  {
    key: 'size',
    head: words.columns.size,
    of: 'r',
    cell: (row) => <Size bytes={row.kind === 'folder' ? row.bytes : row.size} />,
  },
  {
    key: 'copy',
    head: <span className="sr">{words.copyAddress}</span>,
    of: 'acts',
    cell: (row) =>
      row.kind === 'folder' ? null : <Copy label={words.copyAddressOf(row.path)} text={addressOf(row)} />,
  },
];

const TheObject = ({ path, group, version }: MapOptions) => {
  const { repository: words } = useWords();
  const [, bucket = '', root = ''] = /^[a-z0-9]+:\/\/([^/]*)\/(.*)$/.exec(group.origin ?? '') ?? [];
  return (
    <Section title={words.theObject}>
      <dl className="dl">
        <dt>{words.objectId}</dt>
        <dd className="digest">{ocflId(path)}</dd>
        {group.origin === undefined ? null : (
          <>
            <dt>{words.objectPath}</dt>
            <dd>
              <span className="digest">
                <BreakingPath path={root === '' ? group.origin : root} />
              </span>{' '}
              <Copy label={words.copyObjectPath} text={group.origin} />
            </dd>
          </>
        )}
        {bucket === '' ? null : (
          <>
            <dt>{words.bucket}</dt>
            <dd className="digest">{bucket}</dd>
          </>
        )}
        <dt>{words.headVersion}</dt>
        <dd>v{version.head}</dd>
      </dl>
    </Section>
  );
};

/** Where each file of a version lies in the OCFL object, a hundred at a time. */
export const StorageMap = (options: MapOptions) => {
  const { path, group, label, version } = options;
  const { earlier } = version;
  const words = useWords();
  const { repository } = words;
  const tell = useToast();
  const { services } = useSession();
  const search = useRepositorySearch();
  const show = useShow();
  const name = search.name ?? '';
  const page = pageIn(search);
  const query = useQuery({
    queryKey: ['repository', 'storage-map', path, label, name, page],
    queryFn: ({ signal }) =>
      readVersionFolder(
        path,
        '',
        {
          version: label,
          offset: (page - 1) * SHOWN,
          limit: SHOWN,
          ...(name === '' ? { depth: DEPTH } : { name }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const csv = useMutation({ mutationFn: () => saveFileList(path, label, name) });
  const addressOf = ({ contentPath }: VersionFileRow): string =>
    group.origin === undefined ? `${services.preservation}/${contentPath}` : `${group.origin}/${contentPath}`;
  return (
    <>
      <div className="toolbar">
        <VersionField
          path={path}
          head={version.head}
          label={repository.versionLabel}
          value={label}
          onChange={(next) => show({ ...search, version: next === `v${version.head}` ? '' : next, page: '' })}
        />
        <NameFilter value={name} onChange={(next) => show({ ...search, name: next, page: '' })} />
        <span className="soft wide">
          {repository.storageMapWhat}
          {earlier === undefined || earlier.files === 0
            ? null
            : repository.notCopied(earlier.files, version.folder.files, earlier.version)}
        </span>
        <span className="grow" />
        <Button
          small
          look="quiet"
          icon="save"
          busy={csv.isPending ? repository.makingCsv : null}
          onClick={() => csv.mutate()}
        >
          {repository.csv}
        </Button>
      </div>
      {csv.error === null ? null : <Problem error={csv.error} />}
      <Loaded query={query}>
        {({ entries, total }) =>
          total === 0 ? (
            <Empty title={name === '' ? repository.noFiles : repository.noneFound}>
              <p>{name === '' ? repository.noFilesWhy : repository.noneFoundHow}</p>
            </Empty>
          ) : (
            <>
              <Rows
                label={repository.storageMapOf(label)}
                rows={entries}
                keyOf={(row) => row.path}
                columns={columnsOf(words, path, label, addressOf)}
                widths="minmax(300px,1.5fr) minmax(200px,1fr) 74px 72px 26px"
                attributes={(row) => ({ className: row.kind === 'folder' ? 'dir' : 'lines' })}
                onKey={(event, row) => {
                  if (event.key !== 'c' || event.ctrlKey || event.metaKey || row.kind === 'folder') return false;
                  void navigator.clipboard.writeText(addressOf(row)).then(() => tell(words.parts.copied));
                  return true;
                }}
              />
              <Pager
                page={page}
                pageSize={SHOWN}
                total={total}
                onPage={(next) => show({ ...search, page: `${next}` }, true)}
              />
            </>
          )
        }
      </Loaded>
      <TheObject {...options} />
    </>
  );
};
