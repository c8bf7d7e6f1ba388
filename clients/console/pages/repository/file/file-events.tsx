import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { pathIn, readVersions, type ListedVersion, type VersionFileRow } from '../../../api/versions.js';
import { Button } from '../../../parts/controls/button.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Shape } from '../../../parts/marks.js';
import { Section } from '../../../parts/page.js';
import { Time } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import { Digest } from '../digest.js';

/** Versions that are asked for at once. */
const PAGE = 20;

interface Cursor {
  readonly path: RepositoryPath;
  readonly before: number | null;
}

const OneVersion = ({ group, entry }: { readonly group: RepositoryPath; readonly entry: ListedVersion }) => {
  const { repository: words } = useWords();
  const { version, made, agent, message, file } = entry;
  if (file === null || file === undefined) return null;
  const label = `v${version}`;
  const told = words.fileChanges[file.kind](label);
  return (
    <div className="ev">
      <Shape shape="dot" />
      <Time at={made} />
      <div>
        {file.kind === 'deleted' ? (
          <span className="t">{told}</span>
        ) : (
          <Link
            className="t"
            to="/repository/$"
            params={{ _splat: pathIn(group, file.stored) }}
            search={{ version: label }}
          >
            {told}
          </Link>
        )}
        <p>{[agent, message].filter((each) => each !== null).join(': ')}</p>
        {file.from === null ? null : <p>{words.wasBefore(file.from)}</p>}
        <p>
          <Digest value={file.digest.value} />
        </p>
      </div>
    </div>
  );
};

type Scan = NonNullable<VersionFileRow['scans']>[number];

const OneScan = ({ scan: { at, found, name, definition } }: { readonly scan: Scan }) => {
  const { repository: words } = useWords();
  return (
    <div className={`ev ${found ? 'bad' : 'ok'}`}>
      <Shape shape={found ? 'inf' : 'ok'} />
      {at === null ? <span className="muted">{words.notKnown}</span> : <Time at={at} />}
      <div>
        <span className="t">{found ? words.infectedBy(name ?? '') : words.noVirus}</span>
        <p>{definition ?? words.virusScan}</p>
      </div>
    </div>
  );
};

const timeOf = (at: string | null): number => (at === null ? 0 : Date.parse(at));

/** The scans among versions by their times, the newest first; those before the last version wait for the next page. */
const inOrder = (versions: readonly ListedVersion[], scans: readonly Scan[], hasMore: boolean) => {
  const until = hasMore ? (versions.at(-1)?.made ?? '') : '';
  const shown = scans.filter(({ at }) => (at ?? '') >= until);
  const events = [
    ...versions.map((version) => ({ at: version.made, version })),
    ...shown.map((scan) => ({ at: scan.at, scan })),
  ];
  return events.sort((a, b) => timeOf(b.at) - timeOf(a.at));
};

/**
 * What was done with a file, newest first: the versions that changed it, which are followed to the paths that it had
 * before, and the virus scans that the METS of the version has.
 */
export const FileEvents = ({
  path,
  group,
  scans,
}: {
  readonly path: RepositoryPath;
  readonly group: RepositoryPath;
  readonly scans: readonly Scan[];
}) => {
  const { repository: words, parts } = useWords();
  const first: Cursor = { path, before: null };
  const query = useInfiniteQuery({
    queryKey: ['repository', 'versions', path, 'of-file'],
    queryFn: ({ pageParam, signal }) =>
      readVersions(
        pageParam.path,
        { limit: PAGE, ...(pageParam.before === null ? {} : { before: pageParam.before }) },
        signal,
      ),
    initialPageParam: first,
    getNextPageParam: ({ next, versions }, _all, { path: asked }): Cursor | undefined => {
      if (next === null) return undefined;
      const from = versions.findLast(({ file }) => file?.from)?.file?.from;
      return { path: from ? pathIn(group, from) : asked, before: next };
    },
  });
  return (
    <Section title={words.doneWithFile}>
      <Loaded query={query} rows={3}>
        {({ pages }) => {
          const versions = pages.flatMap((page) => page.versions);
          if (versions.length === 0) return <p className="muted">{words.noVersionHasIt}</p>;
          return inOrder(versions, scans, query.hasNextPage).map((event) =>
            'scan' in event ? (
              <OneScan key={JSON.stringify(event.scan)} scan={event.scan} />
            ) : (
              <OneVersion key={event.version.version} group={group} entry={event.version} />
            ),
          );
        }}
      </Loaded>
      {query.hasNextPage ? (
        <div className="pager">
          <Button
            small
            busy={query.isFetchingNextPage ? parts.loading : null}
            onClick={() => void query.fetchNextPage()}
          >
            {parts.more}
          </Button>
        </div>
      ) : null}
    </Section>
  );
};
