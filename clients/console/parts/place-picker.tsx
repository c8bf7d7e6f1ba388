import { useInfiniteQuery } from '@tanstack/react-query';
import { ancestorsOf, lastName, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { readChildren } from '../api/repository.js';
import { useWords } from '../words/language.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { Loaded } from './loading.js';

const SHOWN = 100;

interface PlacePickerOptions {
  readonly label: string;
  /** The container that is chosen; '' is the top of the repository. */
  readonly container: RepositoryPath;
  readonly onContainer: (path: RepositoryPath) => void;
  readonly onGroup: (path: RepositoryPath, name: string | null) => void;
}

/** Chooses a container by opening it, or an archival group in one; a hundred of them at a time. */
export const PlacePicker = ({ label, container, onContainer, onGroup }: PlacePickerOptions) => {
  const { parts } = useWords();
  const query = useInfiniteQuery({
    queryKey: ['repository', 'children', container],
    queryFn: ({ signal, pageParam }) =>
      readChildren(container, { limit: SHOWN, ...(pageParam === undefined ? {} : { after: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const above = container === '' ? [] : [...ancestorsOf(container), container];
  return (
    <div className="picker" role="group" aria-label={label}>
      <div className="crumbs">
        {['', ...above].map((path) => (
          <span key={path}>
            {path === '' ? null : <span aria-hidden="true">/ </span>}
            <button
              type="button"
              className="asLink"
              aria-current={path === container ? 'location' : undefined}
              onClick={() => onContainer(path)}
            >
              {path === '' ? parts.topOfRepository : lastName(path)}
            </button>
          </span>
        ))}
      </div>
      <Loaded query={query} rows={3}>
        {({ pages }) => (
          <ul>
            {pages.flatMap(({ children }) =>
              children.map(({ kind, path, name, head }) => (
                <li key={path}>
                  <button
                    type="button"
                    className="mi"
                    onClick={() => (kind === 'container' ? onContainer(path) : onGroup(path, name))}
                  >
                    <span>
                      <Icon name={kind === 'container' ? 'folder' : 'group'} /> {name ?? lastName(path)}
                    </span>
                    <span className="muted">{head === null ? null : `v${head}`}</span>
                  </button>
                </li>
              )),
            )}
            {pages[0]?.children.length === 0 ? <li className="muted">{parts.nothingInside}</li> : null}
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
