import { timestampOf } from '../../events/time.js';
import { badRequest } from '../http/answer/problem.js';
import { json, route, type Route } from '../http/route.js';
import type { FilesQuery, FindFiles } from './find-files.js';

/** Files of the newest versions by a part of their paths, by their digest, by date, page by page. */
export const searchFiles = (find: FindFiles): Route =>
  route<FilesQuery>('searchFiles', async (call) => {
    const { text, digest, since } = call.query;
    if (text === undefined && digest === undefined && since === undefined)
      return badRequest('One of text, digest and since must be given.');
    const time = since === undefined ? undefined : timeOf(since);
    if (time === null) return badRequest(`${since} is not a time that can be searched for.`);
    const { files, next } = await find(call, { ...call.query, ...(time === undefined ? {} : { since: time }) });
    return json(200, { type: 'FoundFiles', files, next });
  });

/** Null for a leap second, and for a time in UTC outside of the years 0 to 9999. */
const timeOf = (since: string): string | null => {
  try {
    return timestampOf(new Date(since));
  } catch {
    return null;
  }
};
