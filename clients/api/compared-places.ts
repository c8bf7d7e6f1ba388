import { escapePath } from '../../formats/paths/repository-path.js';
import type { Archive, ComparedPlace, Counts } from '../archive/archive.js';
import { comparisonOf } from '../archive/comparison-of.js';
import { orArchiveFault } from './archive-faults.js';
import { dataOf } from './data-of.js';
import type { PreservationService } from './typed-service.js';

/** Changes on a page. */
const CHANGES = 1_000;

const pathOf = ({ group, below }: ComparedPlace): string => escapePath(below === '' ? group : `${group}/${below}`);

/** What a platform says of the differences between two places, page by page. */
export const comparisonsOf = (service: PreservationService): Pick<Archive, 'compare'> => ({
  async compare(from, to) {
    const versions = { from: `v${from.version}`, to: `v${to.version}` };
    const ask = (page: { limit: number; offset?: number; kind?: keyof Counts }) => {
      const query = { ...versions, fromPath: pathOf(from), described: false, ...page };
      return orArchiveFault(dataOf(service.GET('/changes/{path}', { params: { path: { path: pathOf(to) }, query } })));
    };
    const listing = await ask({ limit: 0 });
    return comparisonOf(listing, async function* (kind) {
      for (let offset = 0; offset < listing.counts[kind].files; offset += CHANGES)
        yield* (await ask({ limit: CHANGES, offset, kind })).changes ?? [];
    });
  },
});
