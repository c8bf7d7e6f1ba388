import type { ImportActivities } from '../../projections/import-activities/import-activities.js';
import type { BaseUrls } from '../uris/base-urls.js';
import { notFound } from '../http/answer/problem.js';
import { renderActivityPage } from '../rendering/import-activity.js';
import { json, route, type Route } from '../http/route.js';

/** A number from 1, and no larger than any stream could make it. */
const PAGE_NUMBER = /^[1-9]\d{0,11}$/;

/** One page of the import jobs that have ended, oldest first. What is not the number of a page is not there. */
export const getImportActivityPage = (activities: ImportActivities, baseUrls: BaseUrls): Route =>
  route('getImportActivityPage', async ({ params }) => {
    const number = params['pageNumber'] ?? '';
    const page = PAGE_NUMBER.test(number) ? await activities.page(Number(number)) : null;
    if (page === null) return notFound(`The import activity stream has no page ${number}`);
    return json(200, renderActivityPage(baseUrls.storage, page));
  });
