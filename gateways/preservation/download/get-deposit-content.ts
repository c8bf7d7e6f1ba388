import { createHash } from 'node:crypto';
import { refuse } from '../../../commands/core/decider.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { admitReader } from '../../../commands/workspace/admit-to-workspace.js';
import { yieldEvery } from '../../../flow/yield-every.js';
import type { ArchiveEntry, ArchiveFile } from '../../../formats/archive-files/archive-file.js';
import { type ByteStore, type ListedObject, isReplaced } from '../../../formats/bytes.js';
import { isFolderMarker } from '../../../formats/paths/folder-marker.js';
import { pathViolation } from '../../../formats/paths/repository-path.js';
import { tarFile } from '../../../formats/tar/tar-file.js';
import { zipFile } from '../../../formats/zip/zip-file.js';
import { safeFileName } from '../../content/archive-files/file-name.js';
import { CACHING } from '../../content/content-dependencies.js';
import { contentDisposition } from '../../http/answer/content-disposition.js';
import { badRequest } from '../../http/answer/problem.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { ContentFault } from '../../service/content-fault.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { visitorOf } from '../credentials/open-access.js';

interface ContentQuery {
  readonly as: 'zip' | 'tar';
  /** A folder in the deposit, whose files are named from there. */
  readonly path?: string;
}

/** A file of the workspace as an entry. */
interface WorkspaceEntry extends ArchiveEntry {
  readonly object: ListedObject;
}

/** The files of a workspace, or of a folder in it, as one archive file that is made while it is sent. */
export const getDepositContent = (on: DepositDependencies): Route =>
  route<ContentQuery>('getDepositContent', async (call) => {
    const { as: kind, path: given = '' } = call.query;
    const below = given.replace(/^\/|\/$/g, '');
    const wrong = below === '' ? null : pathViolation(below);
    if (wrong !== null) return badRequest(wrong);
    const depositId = pathParameter(call, 'depositId');
    const admitted = await admitReader(on.dependencies, depositId, visitorOf(call));
    if (!admitted.ok) return refusalAnswer(admitted.refusal);
    const { entries, etag } = await entriesOf(on.dependencies.bytes, admitted.value, below);
    if (entries.length === 0) return refusalAnswer(refuse('file-not-found', NO_FILES));
    const name = safeFileName([depositId, ...(below === '' ? [] : [below])].join('-'));
    return on.serveArchive(call, {
      etag: `"${kind}-${etag}"`,
      caching: CACHING.newest,
      kind,
      disposition: contentDisposition('attachment', `${name}.${kind}`),
      make: () => archiveOf(on.dependencies.bytes, entries, kind),
    });
  });

const NO_FILES = 'The deposit has no files there.';

/** The files in the order of their keys, and a digest of what they are. */
const entriesOf = async (bytes: ByteStore, { files: { bucket, prefix } }: Deposit, below: string) => {
  const from = below === '' ? prefix : `${prefix}${below}/`;
  const entries: WorkspaceEntry[] = [];
  const hash = createHash('sha256');
  const turn = yieldEvery();
  for await (const object of bytes.list(bucket, from)) {
    await turn();
    const path = object.key.slice(from.length);
    hash.update(`${path}\n${object.size} ${object.etag} ${object.lastModified.toISOString()}\n`);
    if (path !== '' && (!path.endsWith('/') || isFolderMarker(path, object.size)))
      entries.push({ path, size: object.size, modified: object.lastModified, object });
  }
  return { entries, etag: hash.digest('hex') };
};

const archiveOf = (bytes: ByteStore, entries: readonly WorkspaceEntry[], kind: 'zip' | 'tar'): Promise<ArchiveFile> => {
  const open = (entry: WorkspaceEntry): AsyncIterable<Uint8Array> => contentOf(bytes, entry);
  return kind === 'tar' ? tarFile(entries, open) : zipFile(entries, open);
};

/** The bytes of the file that was listed; ContentFault where it was replaced or deleted since. */
async function* contentOf(bytes: ByteStore, { path, object }: WorkspaceEntry): AsyncGenerator<Uint8Array> {
  if (path.endsWith('/')) return;
  try {
    const { stream } = await bytes.get(object, { etag: object.etag });
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isReplaced(error) ? new ContentFault(`${path} was changed while the deposit was downloaded.`) : error;
  }
}
