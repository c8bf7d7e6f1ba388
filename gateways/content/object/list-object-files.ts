import { pageOfFiles } from '../../../commands/reads/files-of-version.js';
import { lazyList } from '../../http/answer/lazy-list.js';
import { json, route, type Route } from '../../http/route.js';
import type { FindObject } from './object-files.js';

interface ListQuery {
  readonly version?: string;
  readonly after?: string;
  readonly limit: number;
}

/** The files of the OCFL object of an archival group by their paths in it, page by page. */
export const listObjectFiles = (find: FindObject): Route =>
  route<ListQuery>('listObjectFiles', async (call) => {
    const { version: wanted = null, after = null, limit } = call.query;
    const found = await find(call, wanted);
    if ('status' in found) return found;
    const { group, version, inventory, files } = found;
    const page = pageOfFiles(await files(), { below: '', after, limit });
    const listed = lazyList(
      () => page.files,
      ({ stored, size }) => ({ stored, size }),
    );
    return json(200, {
      type: 'ObjectFileListing',
      group,
      object: inventory.id,
      version,
      files: listed,
      next: page.next,
    });
  });
