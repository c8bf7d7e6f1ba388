import type { Services } from '../../commands/services.js';
import { findMets } from '../../formats/mets/find-mets.js';
import { storageMapKey } from '../../formats/ocfl/storage-map.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { GroupReader } from '../group-reader.js';
import { notFound } from '../problem.js';
import type { GroupView } from '../group-view.js';

/** `view=mets`: the METS file in the root of an archival group, as it was preserved (companion 3.1). */
export const groupMets =
  ({ bytes }: Pick<Services, 'bytes'>, groups: GroupReader): GroupView =>
  async ({ place, head }) => {
    const content = await groups.content(place.path, head, versionName(head));
    const inRoot = (content.children.get('') ?? []).filter(({ type }) => type === 'Binary').map(({ path }) => path);
    const path = findMets(inRoot);
    const stored = path === null ? undefined : content.storage.files.get(storageMapKey(path));
    if (stored === undefined) return notFound(`Archival Group ${place.path} has no METS file.`);
    const { bucket, root } = content.place;
    const { info, stream } = await bytes.get({ bucket, key: `${root}/${stored.fullPath}` });
    return { status: 200, content: { kind: 'bytes', stream, mediaType: 'application/xml', size: info.size } };
  };
