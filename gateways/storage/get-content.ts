import type { Dependencies } from '../../commands/core/dependencies.js';
import { findResource } from '../repository/find-resource.js';
import type { GroupReader } from '../group-content/group-reader.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import { route, type Answer, type Route } from '../http/route.js';

export interface ContentDependencies {
  readonly dependencies: Pick<Dependencies, 'bytes'>;
  readonly repository: RepositoryView;
  readonly groups: GroupReader;
}

const NOT_AT_A_VERSION =
  'Content is served as it is now, not at a version. The storage map of a version tells where the bytes of each of its ' +
  'files lie.';

/** The bytes of a binary at the head (storage service 4.2); 404 for anything else. */
export const getContent = ({ dependencies, repository, groups }: ContentDependencies): Route =>
  route<{ readonly version?: string }>('getContent', async ({ params, query }) => {
    if (query.version !== undefined) return badRequest(NOT_AT_A_VERSION);
    const path = params['path'] ?? '';
    const found = await findResource(repository, groups, path);
    if (found?.kind !== 'inner' || found.record.type !== 'Binary') return noBinary(path);
    const { place, storage } = found.content;
    const stored = storage.find(found.path);
    if (stored === null) return noBinary(path);
    const { info, stream } = await dependencies.bytes.get({
      bucket: place.bucket,
      key: `${place.root}/${stored.fullPath}`,
    });
    const mediaType = headerSafe(found.record.contentType);
    return { status: 200, content: { kind: 'bytes', stream, mediaType, size: info.size } };
  });

const noBinary = (path: string): Answer => notFound(`No binary at path ${path}`);

/** The recorded content type; null where it is not allowed in a header, so that the bytes are still sent. */
const headerSafe = (contentType: string | null): string | null =>
  contentType !== null && /^[\t\x20-\x7e\x80-\xff]+$/.test(contentType) ? contentType : null;
