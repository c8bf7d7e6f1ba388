import { agentsOf, metsWork } from '../../../commands/workspace/deposit-mets.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ObjectInfo } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { refuseTooLarge } from '../../../formats/xml/limits.js';
import type { GroupReader } from '../../group-content/group-reader.js';
import { metsOfGroup } from '../mets/group-mets.js';
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
  const readMets = (info: ObjectInfo, present: ReadonlySet<string>, holder: string): Promise<ReadMedia> =>
    keep(['archival group', info.bucket, info.key, info.etag], async () => {
      refuseTooLarge(info.size);
      const read = async (): Promise<Buffer> => (await readWhole(bytes, info, { etag: info.etag })).bytes;
      const order = { agents: agentsOf(dependencies), present };
      return metsWork({ ...dependencies, holder })('media', { size: info.size, sha256: null, read }, order);
    });
  return async ({ group, version }, holder) => {
    const { state, storage, place } = await groups.content(group.place.path, group.head, version);
    const mets = await metsOfGroup(groups, group, version);
    const info = mets && (await bytes.head(mets.at));
    const read = mets && info && (await readMets(info, mets.paths, holder));
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
