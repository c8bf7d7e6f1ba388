import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { FindingView } from '../../projections/search/search-view.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import { isRecord } from '../../formats/json/json-record.js';
import { isBelow } from '../../formats/paths/repository-path.js';
import type { Call } from '../http/route.js';
import { findGroup, type FoundGroup } from './find-group.js';

/** Which files are wanted: each given member must hold. */
export interface FilesQuery {
  /** A part of the repository path. */
  readonly text?: string;
  /** SHA-256 in hex. */
  readonly digest?: string;
  /** Changed by a version that was made then or later; a timestamp of the platform. */
  readonly since?: string;
  readonly after?: string;
  readonly limit: number;
}

/** A page of files, and where the next one begins. */
export interface FoundFiles {
  readonly files: readonly unknown[];
  readonly next: unknown;
}

/** Finds files of the newest versions. Rejects where the files cannot be searched at present. */
export type FindFiles = (call: Call, query: FilesQuery) => Promise<FoundFiles>;

/** The search for a process that has the index. */
export const findOwnFiles =
  (files: FindingView<IndexedFile>, repository: Pick<RepositoryView, 'resource'>): FindFiles =>
  async ({ holder }, { text, digest, since, after = null, limit }) => {
    const wanted = {
      ...(text === undefined ? {} : { text }),
      ...(digest === undefined ? {} : { sha256: digest.toLowerCase() }),
      ...(since === undefined ? {} : { since }),
    };
    const { entries, next } = await files.find(wanted, { after, limit }, holder);
    const found: object[] = [];
    let last: FoundGroup | null = null;
    for (const { text: path } of entries) {
      // Neighbours are mostly of one group, so that it need not be looked up again.
      if (last === null || !isBelow(path, last.group.path)) last = await findGroup(repository, path);
      if (last === null) continue;
      const { group, head } = last;
      found.push({ group: group.path, stored: path.slice(group.path.length + 1), version: head });
    }
    return { files: found, next };
  };

/** Asks the storage service for a JSON document, as the caller. */
type AskThere = (call: Call, path: string) => Promise<unknown>;

/** The search by the storage service of another process. */
export const findFilesOver =
  (ask: AskThere): FindFiles =>
  async (call, query) => {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) sent.set(name, String(value));
    const answer = await ask(call, `/search/files?${sent.toString()}`).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    if (!isRecord(answer) || !Array.isArray(answer['files'])) throw unavailable(answer);
    return { files: answer['files'], next: answer['next'] ?? null };
  };

const unavailable = (cause: unknown): Error =>
  Object.assign(new Error('The storage service did not answer a search.', { cause }), {
    code: 'storage-service-unavailable',
    transient: true,
  });
