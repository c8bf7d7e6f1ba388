import { dataOf } from '../../../api/data-of.js';
import { escapePath, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { preservation } from '../../api/services.js';
import { History } from '../../parts/events.js';
import { useRepositorySearch, useShow } from './search.js';

/** Who did what to a container or an archival group. */
export const PlaceHistory = ({ path }: { readonly path: RepositoryPath }) => {
  const search = useRepositorySearch();
  const show = useShow();
  return (
    <History
      queryKey={['repository', path]}
      read={(query, signal) =>
        dataOf(
          path === ''
            ? preservation.GET('/history', { params: { query }, signal })
            : preservation.GET('/history/{path}', { params: { path: { path: escapePath(path) }, query }, signal }),
        )
      }
      telling={search.each === 'event' ? 'event' : 'act'}
      onTelling={(telling) => show({ ...search, each: telling === 'event' ? 'event' : '' })}
    />
  );
};
