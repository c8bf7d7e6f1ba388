import { dataOf } from '../../../api/data-of.js';
import { escapePath, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { preservation } from '../../api/services.js';
import { History } from '../../parts/history.js';
import { useRepositorySearch, useShow } from './search.js';

/** Who did what to a container or an archival group. */
export const PlaceHistory = ({ path }: { readonly path: RepositoryPath }) => {
  const search = useRepositorySearch();
  const show = useShow();
  return (
    <History
      queryKey={['repository', path]}
      route={path === '' ? '/history' : `/history/${escapePath(path)}`}
      read={(query, signal) =>
        dataOf(
          path === ''
            ? preservation.GET('/history', { params: { query }, signal })
            : preservation.GET('/history/{path}', { params: { path: { path: escapePath(path) }, query }, signal }),
        )
      }
      search={search}
      onSearch={({ by, each }) =>
        show({ ...search, ...(by === undefined ? {} : { by }), ...(each === undefined ? {} : { each }) })
      }
    />
  );
};
