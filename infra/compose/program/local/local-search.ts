import type { ArchivedFile, Child, FoundFile, Wanted } from '../../../../clients/archive/archive.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { foldText } from '../../../search-index/tables/fold-text.js';

/** What a search reads. */
export interface SearchedArchive {
  children(container: RepositoryPath): AsyncIterable<Child>;
  files(group: RepositoryPath, version: number): AsyncIterable<ArchivedFile>;
  /** When each version of a group was made (RFC 3339); v1 has index 0. */
  made(group: RepositoryPath): Promise<readonly string[]>;
}

async function* groupsBelow(archive: SearchedArchive, container: RepositoryPath): AsyncGenerator<Child> {
  for await (const child of archive.children(container))
    if (child.kind === 'group') yield child;
    else yield* groupsBelow(archive, child.path);
}

/** Whether a version was made at a time or later. */
const isSince = (made: string | undefined, since: string): boolean =>
  made !== undefined && Date.parse(made) >= Date.parse(since);

/**
 * Finds files in the newest version of every group, group by group: the index of a platform is written while it is
 * open. Only one group is in memory at a time.
 */
export async function* searchFiles(archive: SearchedArchive, wanted: Wanted): AsyncGenerator<FoundFile> {
  const { digest, since } = wanted;
  const text = foldText(wanted.text ?? '');
  for await (const { path: group, head } of groupsBelow(archive, '')) {
    const made = since === undefined ? [] : await archive.made(group);
    const isWanted = (file: ArchivedFile): boolean =>
      (digest === undefined || file.digest.value === digest) &&
      (since === undefined || isSince(made[file.since - 1], since)) &&
      (text === '' || foldText(`${group}/${file.stored}`).includes(text));
    for await (const file of archive.files(group, head ?? 0))
      if (isWanted(file)) yield { group, stored: file.stored, version: head ?? 0 };
  }
}
