import { preservationService, type PreservationService } from '../../../api/typed-service.js';
import type { Job } from '../../../api/resources.js';
import type { Service } from '../../program/verb.js';

const PAGE = 500;

/** The jobs of a platform that answers. */
export const serviceOf = ({ preservation, authHeaders }: Service): PreservationService =>
  preservationService(preservation, { authHeaders });

/** The jobs of a service, newest first. */
export async function* jobsOn(service: PreservationService): AsyncGenerator<Job> {
  for (let page = 1; ; page++) {
    const { data } = await service.GET('/jobs', { params: { query: { page, pageSize: PAGE } } });
    const { jobs, total } = data ?? { jobs: [], total: 0 };
    yield* jobs;
    if (page * PAGE >= total) return;
  }
}
