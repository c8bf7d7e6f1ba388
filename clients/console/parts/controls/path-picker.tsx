import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ancestorsOf, lastName } from '../../../../formats/paths/repository-path.js';
import { useWords } from '../../words/language.js';
import { Button } from './button.js';
import { Icon } from '../icon.js';
import { Loaded } from '../loading.js';

/** Something in the path that is open. */
export interface PickerRow {
  readonly path: string;
  readonly name: string;
  readonly icon: Parameters<typeof Icon>[0]['name'];
  /** Beside the name. */
  readonly note: string | null;
  readonly onChoose: () => void;
}

interface PathPickerOptions<Page> {
  readonly label: string;
  /** What the empty path is called. */
  readonly top: string;
  /** The path that is open and chosen. */
  readonly path: string;
  readonly onPath: (path: string) => void;
  /** What is in it, in pages. */
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  readonly rowsOf: (page: Page) => readonly PickerRow[];
  /** Said where nothing is in it. */
  readonly nothing: string;
}

/** Chooses a path by opening it, from the top down. */
export const PathPicker = <Page,>(options: PathPickerOptions<Page>) => {
  const { label, top, path, onPath, query, rowsOf, nothing } = options;
  const { parts } = useWords();
  const opened = path === '' ? [''] : ['', ...ancestorsOf(path), path];
  return (
    <div className="picker" role="group" aria-label={label}>
      <div className="crumbs">
        {opened.map((each) => (
          <span key={each}>
            {each === '' ? null : <span aria-hidden="true">/ </span>}
            <button
              type="button"
              className="asLink"
              aria-current={each === path ? 'location' : undefined}
              onClick={() => onPath(each)}
            >
              {each === '' ? top : lastName(each)}
            </button>
          </span>
        ))}
      </div>
      <Loaded query={query} rows={3}>
        {({ pages }) => (
          <ul>
            {pages.flatMap(rowsOf).map((row) => (
              <li key={row.path}>
                <button type="button" className="mi" onClick={row.onChoose}>
                  <span>
                    <Icon name={row.icon} /> {row.name}
                  </span>
                  {row.note === null ? null : <span className="muted">{row.note}</span>}
                </button>
              </li>
            ))}
            {pages.slice(0, 1).flatMap(rowsOf).length === 0 ? <li className="muted">{nothing}</li> : null}
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
