import { escapePath } from '../../formats/paths/repository-path.js';
import type { Archive } from '../archive/archive.js';
import { orArchiveFault } from './archive-faults.js';
import { dataOf } from './data-of.js';
import type { PreservationService } from './typed-service.js';
import { wholeReport } from './whole-report.js';

/** What a platform says in the report of a version. */
export const reportsOf = (service: PreservationService): Pick<Archive, 'report'> => ({
  report: (group, version) => {
    const params = { path: { path: escapePath(group) }, query: { version: `v${version}` } };
    return orArchiveFault(dataOf(service.GET('/reports/{path}', { params })).then(wholeReport));
  },
});
