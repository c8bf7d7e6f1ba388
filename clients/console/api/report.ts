import { queryOptions } from '@tanstack/react-query';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { dataOf } from '../../api/data-of.js';
import { wholeReport, type Report } from '../../api/whole-report.js';
import { preservation } from './services.js';

export type { Report };

/** What is preserved as a version of an archival group; the newest without a version, a label such as `v2`. */
export const reportQuery = (path: RepositoryPath, version?: string) =>
  queryOptions({
    queryKey: ['repository', path, 'report', version ?? null],
    queryFn: async ({ signal }) => {
      const query = version === undefined ? {} : { version };
      const params = { path: { path: escapePath(path) }, query };
      return wholeReport(await dataOf(preservation.GET('/reports/{path}', { params, signal })));
    },
  });
