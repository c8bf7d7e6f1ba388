import type { ImportActivities } from '../../projections/import-activities/import-activities.js';
import type { BaseUrls } from '../uris/base-urls.js';
import { notFound } from '../http/answer/problem.js';
import { renderActivityPage } from '../rendering/import-activity.js';
import { json, route, type Route } from '../http/route.js';

/** A number from 1 with at most twelve digits. */
const PAGE_NUMBER = /^[1-9]\d{0,11}$/;

/** One page of the import activity stream, oldest first; 404 for any other number. */
export const getImportActivityPage = (activities: ImportActivities, baseUrls: BaseUrls): Route =>
  route('getImportActivityPage', async ({ params }) => {
    const number = params['pageNumber'] ?? '';
    const page = PAGE_NUMBER.test(number) ? await activities.page(Number(number)) : null;
    if (page === null) return notFound(`The import activity stream has no page ${number}`);
    return json(200, renderActivityPage(baseUrls.storage, page));
  });
