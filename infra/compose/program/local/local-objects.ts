import { ArchiveFault, type Content, type ObjectFile } from '../../../../clients/archive/archive.js';
import type { FileOfObject } from '../../../../commands/reads/files-of-object.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { keptReadings } from '../../../../gateways/group-content/kept-readings.js';
import type { RecordedFile } from '../../../embedded/content-on-disk.js';
import type { LocalGroups } from './local-groups.js';
import type { LocalStores } from './local-stores.js';

type FilesByPath = ReadonlyMap<string, FileOfObject>;

/** Files that are kept in memory: some tens of megabytes. */
const KEPT_FILES = 200_000;

/** The OCFL objects of a data folder. They reject as `LocalGroups` do. */
export const localObjects = (
  { bytes, content }: Pick<LocalStores, 'bytes' | 'content'>,
  { reader, headOf }: Pick<LocalGroups, 'reader' | 'headOf'>,
) => {
  const kept = keptReadings<FilesByPath>(KEPT_FILES, ({ size }) => size);
  const filesOf = async (group: RepositoryPath, version: number): Promise<FilesByPath> => {
    const head = await headOf(group, version);
    return kept(JSON.stringify([group, version]), async () => {
      const { filesOfObject } = await import('../../../../commands/reads/files-of-object.js');
      const files = await filesOfObject({ reader, bytes, place: reader.place(group) }, { group, head, version });
      return new Map(files.map((file) => [file.stored, file]));
    });
  };
  const fileAt = async (group: RepositoryPath, version: number, stored: string): Promise<RecordedFile> => {
    const file = (await filesOf(group, version)).get(stored);
    if (file === undefined) throw new ArchiveFault('not-found', `The OCFL object of ${group} has no file ${stored}.`);
    return { key: file.key, size: file.size ?? 0 };
  };
  return {
    async *files(group: RepositoryPath, version: number): AsyncGenerator<ObjectFile> {
      for (const { stored, size } of (await filesOf(group, version)).values()) yield { stored, size };
    },
    open: async (group: RepositoryPath, version: number, stored: string, start: number): Promise<Content> =>
      content.open(await fileAt(group, version, stored), start),
    pathOf: async (group: RepositoryPath, version: number, stored: string): Promise<string> =>
      content.pathOf((await fileAt(group, version, stored)).key),
  };
};
