import { useInfiniteQuery } from '@tanstack/react-query';
import { readFolder } from '../../../../api/deposits.js';
import { Button } from '../../../../parts/button.js';
import { Icon } from '../../../../parts/icon.js';
import { Loaded } from '../../../../parts/loading.js';
import { above } from '../../../../parts/path-selection.js';
import { useWords } from '../../../../words/language.js';

/** Entries of a folder that are read together: folders come before files. */
const SHOWN = 100;

/** Chooses a folder of a deposit by opening it, below the two folders that are preserved. */
export const FolderPicker = ({
  depositId,
  folder,
  onFolder,
}: {
  readonly depositId: string;
  readonly folder: string;
  readonly onFolder: (path: string) => void;
}) => {
  const { depositFiles: words, parts } = useWords();
  const query = useInfiniteQuery({
    queryKey: ['deposits', depositId, 'combined', 'folders', folder],
    queryFn: async ({ signal, pageParam }) => {
      const { entries, total } = await readFolder(depositId, { path: folder, offset: pageParam, limit: SHOWN }, signal);
      const folders = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
      const next = pageParam + SHOWN;
      return { folders, next: folders.length < entries.length || next >= total ? null : next };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const tops = folder === '' ? [] : [...above(folder)].filter((path) => path !== '').reverse();
  return (
    <div className="picker" role="group" aria-label={words.intoFolder}>
      <div className="crumbs">
        {['', ...tops].map((path) => (
          <span key={path}>
            {path === '' ? null : <span aria-hidden="true">/ </span>}
            <button
              type="button"
              className="asLink"
              aria-current={path === folder ? 'location' : undefined}
              onClick={() => onFolder(path)}
            >
              {path === '' ? words.topOfDeposit : path.slice(path.lastIndexOf('/') + 1)}
            </button>
          </span>
        ))}
      </div>
      <Loaded query={query} rows={3}>
        {({ pages }) => (
          <ul>
            {pages.flatMap(({ folders }) =>
              folders.map((path) => (
                <li key={path}>
                  <button type="button" className="mi" onClick={() => onFolder(path)}>
                    <span>
                      <Icon name="folder" /> {path.slice(path.lastIndexOf('/') + 1)}
                    </span>
                  </button>
                </li>
              )),
            )}
            {pages[0]?.folders.length === 0 ? <li className="muted">{words.noFolders}</li> : null}
          </ul>
        )}
      </Loaded>
      {query.hasNextPage ? (
        <Button small busy={query.isFetchingNextPage ? parts.loading : null} onClick={() => void query.fetchNextPage()}>
          {parts.more}
        </Button>
      ) : null}
    </div>
  );
};
