import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { pathIn, readVersions, type ListedVersion } from '../../api/versions.js';
import { Button } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/loading.js';
import { Shape } from '../../parts/marks.js';
import { Section } from '../../parts/page.js';
import { Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import { Digest } from './digest.js';

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

/** The versions that changed a file, newest first; it is followed to the paths that it had before. */
export const FileVersions = ({ path, group }: { readonly path: RepositoryPath; readonly group: RepositoryPath }) => {
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
    <Section title={words.versionsOfFile}>
      <Loaded query={query} rows={3}>
        {({ pages }) => {
          const versions = pages.flatMap((page) => page.versions);
          return versions.length === 0 ? (
            <p className="muted">{words.noVersionHasIt}</p>
          ) : (
            versions.map((entry) => <OneVersion key={entry.version} group={group} entry={entry} />)
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
