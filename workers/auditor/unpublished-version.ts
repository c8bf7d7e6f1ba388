import { Readable } from 'node:stream';
import type { Ledger, LiveImport } from '../../commands/archival-group/state.js';
import type { CommittedVersion } from '../../events/archival-group.js';
import { ifThere, type ByteStore, type ObjectAddress } from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';
import { sidecarText } from '../../formats/ocfl/inventory/sidecar.js';
import { objectDeclaration } from '../../formats/ocfl/storage-root/storage-root.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { AuditDependencies } from './audit-dependencies.js';
import type { FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import type { Overlay } from '../../formats/ocfl/storage-root/object-files.js';

/** The folder of the next version. */
const nextFolder = ({ versions }: Ledger): string => `${versionName(versions.length + 1)}/`;

/** Whether a running job may be writing a path, before its version is decided. */
export const isBeingWritten = (ledger: Ledger): ((path: string) => boolean) => {
  const { job, abandoned } = ledger;
  if (job?.phase !== 'started') return () => false;
  // A job that follows an abandoned one writes into a folder of its own.
  const folder = `${nextFolder(ledger)}content/${abandoned.length === 0 ? '' : `${job.jobId}/`}`;
  return (path) => path.startsWith(folder);
};

/** Whether an abandoned job has left a path. */
export const isLeftBehind = (ledger: Ledger): ((path: string) => boolean) => {
  const isWritten = isBeingWritten(ledger);
  const folder = nextFolder(ledger);
  const mayBe = ledger.abandoned.length > 0 && ledger.job?.phase !== 'committed';
  return (path) => mayBe && path.startsWith(folder) && !isWritten(path);
};

/** The version that is decided and not published; null when there is none. */
export const decidedVersion = ({ job }: { readonly job: LiveImport | null }): CommittedVersion | null =>
  job?.phase === 'committed' ? job.decided : null;

async function* bytesAt(store: ByteStore, at: ObjectAddress): AsyncGenerator<Uint8Array> {
  const { stream } = await store.get(at);
  for await (const chunk of stream) yield chunk as Buffer;
}

const has = async (open: () => AsyncIterable<Uint8Array>, sha256: string): Promise<boolean> =>
  (await ifThere(() => digestStream(open())))?.sha256 === sha256;

/**
 * The files that publishing a decided version writes, so that the object can be checked as if it were published; null
 * when the decided inventory is missing, so that it cannot be published.
 */
export const filesToPublish = async (
  { bytes, storageRoot, places }: Pick<AuditDependencies, 'bytes' | 'storageRoot' | 'places'>,
  { root }: Pick<FoundObject, 'root'>,
  { version, inventory }: CommittedVersion,
): Promise<readonly Overlay[] | null> => {
  const folder = versionName(version);
  const sources = [
    () => storageRoot.open(`${root}/${folder}/inventory.json`),
    () => bytesAt(bytes, { bucket: places.staging.bucket, key: inventory.stagedKey }),
  ];
  let source: (() => AsyncIterable<Uint8Array>) | null = null;
  for (const each of sources) if (source === null && (await has(each, inventory.sha256))) source = each;
  if (source === null) return null;
  const open = source;
  const text = (path: string, content: string): Overlay => {
    const body = Buffer.from(content);
    return { path, size: body.length, open: () => Readable.from([body]) };
  };
  const pair = (below: string): Overlay[] => [
    { path: `${below}inventory.json`, size: inventory.size, open },
    text(`${below}inventory.json.sha256`, sidecarText(inventory.sha256)),
  ];
  const { key, content } = objectDeclaration(root);
  const declaration = version === 1 ? [text(key.slice(root.length + 1), content)] : [];
  return [...declaration, ...pair(''), ...pair(`${folder}/`)];
};
