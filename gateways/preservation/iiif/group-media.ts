import { agentsOf, metsWork } from '../../../commands/workspace/deposit-mets.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ObjectInfo } from '../../../formats/bytes.js';
import { storedSource } from '../../../formats/mets/mets-work.js';
import { refuseTooLarge } from '../../../formats/xml/limits.js';
import type { GroupReader } from '../../group-content/group-reader.js';
import { metsOfGroup, type GroupMets } from '../mets/group-mets.js';
import type { FoundGroupVersion } from './find-group-version.js';
import type { KeepMedia, ReadMedia, ShownMedia } from './shown-media.js';

/** The media of a version of an archival group, looked up in a turn of the holder. */
export type GroupMedia = (version: FoundGroupVersion, holder: string) => Promise<ShownMedia>;

export const groupMedia = (
  dependencies: Pick<Dependencies, 'bytes' | 'mets' | 'metsAgent'>,
  groups: GroupReader,
  keep: KeepMedia,
): GroupMedia => {
  const { bytes } = dependencies;
  const readMets = (info: ObjectInfo, { paths: present, recorded }: GroupMets, holder: string): Promise<ReadMedia> =>
    keep(['archival group', info.bucket, info.key, info.etag], async () => {
      refuseTooLarge(info.size);
      const order = { agents: agentsOf(dependencies), present };
      return metsWork({ ...dependencies, holder })(
        'media',
        storedSource(bytes, info, { etag: info.etag, recorded }),
        order,
      );
    });
  return async ({ group, version }, holder) => {
    const { state, storage, place } = await groups.content(group.place.path, group.head, version);
    const mets = await metsOfGroup(groups, group, version);
    const info = mets && (await bytes.head(mets.at));
    const read = mets && info && (await readMets(info, mets, holder));
    const undescribed = (path: string) => {
      const contentType = state.binaries.get(path)?.contentType ?? null;
      return contentType === null ? null : { path, contentType, width: null, height: null };
    };
    return {
      what: 'archival group',
      described: (path) => read?.files.get(path) ?? undescribed(path),
      at: (path) => {
        const stored = storage.find(path);
        return stored === null ? null : { bucket: place.bucket, key: `${place.root}/${stored.fullPath}` };
      },
      mets: info && read && { etag: info.etag, parts: read.parts },
    };
  };
};
