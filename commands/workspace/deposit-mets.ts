import type { DepositBeginning } from '../../events/deposit.js';
import type { ByteStore, ObjectInfo } from '../../formats/bytes.js';
import { stableInfo } from '../../formats/read-whole.js';
import { findMets } from '../../formats/mets/find-mets.js';
import { type MetsSource, storedSource, workInline } from '../../formats/mets/mets-work.js';
import { refuseTooLarge } from '../../formats/xml/limits.js';
import type { Deposit } from '../deposit/state.js';
import type { MetsAgents } from '../../formats/mets/model/agents.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { refused, type Result } from '../../flow/result.js';
import { readHeadOfGroup } from '../reads/read-group.js';
import { pathInPayload } from './workspace-files.js';

type Files = DepositBeginning['files'];

const relativeKeys = async function* (bytes: ByteStore, { bucket, prefix }: Files): AsyncGenerator<string> {
  for await (const { key } of bytes.list(bucket, prefix)) yield key.slice(prefix.length);
};

export interface FoundMets {
  readonly path: string;
  readonly info: ObjectInfo;
}

/** The METS object of a deposit's workspace (companion 6.1), `path` relative to the deposit; null without one. */
export const findDepositMets = async (bytes: ByteStore, files: Files): Promise<FoundMets | null> => {
  const usual = await bytes.head({ bucket: files.bucket, key: `${files.prefix}mets.xml` });
  if (usual !== null) return { path: 'mets.xml', info: usual };
  const keys: string[] = [];
  for await (const key of relativeKeys(bytes, files)) if (/\.xml$/i.test(key)) keys.push(key);
  const path = findMets(keys);
  const info = path === null ? null : await bytes.head({ bucket: files.bucket, key: files.prefix + path });
  return path === null || info === null ? null : { path, info };
};

/** The user metadata of a METS that names the request that wrote it. */
export const EDIT_MARK = 'edited-by-request';

/** A METS that is to be edited or described. */
export interface EditableMets {
  /** Relative to the deposit. */
  readonly path: string;
  /** Quotation marks included. */
  readonly etag: string;
  /** The mark of the request that wrote it (`earlier-edit.ts`); null where it has none. */
  readonly mark: string | null;
  readonly lastModified: Date;
  /**
   * Reading rejects with ByteStoreFault `precondition-failed` or `object-not-found` once it was replaced or deleted.
   */
  readonly source: MetsSource;
}

/** The METS of a deposit, not read yet; null when it has none. Throws XmlFault `xml-too-large`. */
export const openDepositMets = async (
  bytes: ByteStore,
  { files }: Pick<Deposit, 'files'>,
): Promise<EditableMets | null> => {
  const found = await findDepositMets(bytes, files);
  // An edit may use the parsed METS that is cached by checksum, and stores its result over the object with this ETag.
  const info = found === null ? null : await stableInfo(bytes, found.info);
  if (found === null || info === null) return null;
  const { path } = found;
  const { etag, size, lastModified } = info;
  const mark = info.metadata[EDIT_MARK] ?? null;
  refuseTooLarge(size);
  return { path, etag, mark, lastModified, source: storedSource(bytes, info, { etag }) };
};

/** The function that does work on a METS for the holder; by default in the calling thread. */
export const metsWork =
  ({ mets = workInline, holder }: Pick<Dependencies, 'mets' | 'holder'>): typeof workInline =>
  (task, source, order) =>
    mets(task, source, order, holder);

/** The agents whose METS the platform may edit. */
export const agentsOf = ({
  metsAgent,
  productNames,
}: Pick<Dependencies, 'metsAgent' | 'productNames'>): MetsAgents => ({
  own: metsAgent.name,
  accepted: metsAgent.accepted,
  ...(productNames === true ? { scanner: 'ClamAV' } : {}),
});

/** The result of work on a METS, with its failure as a refusal. */
export const orFailureRefusal = <T>(result: Result<T, MetsFailure>): Result<T, Refusal> =>
  result.ok ? result : refused(failureRefusal(result.refusal));

/** The refusal for a METS that cannot be read or edited, or for an impossible edit; nothing was written. */
export const failureRefusal = ({ fault, done }: MetsFailure): Refusal => {
  if (fault.code === 'mets-not-editable') return refuse(fault.code, fault.message);
  const isUnclear = done === null || fault.code === 'mets-path-twice';
  return refuse(isUnclear ? 'mets-unreadable' : 'mets-edit-impossible', fault.message);
};

/** Paths relative to the files to preserve, for files with these paths in a workspace. */
export const payloadPaths = (paths: readonly string[]): ReadonlySet<string> => {
  const filesRoot = paths.some((path) => path.startsWith('data/')) ? 'data/' : '';
  return new Set(paths.map((path) => pathInPayload(path, filesRoot)));
};

/** The paths of the files in a workspace, relative to the files to preserve, listed now. */
export const listPayload = async (bytes: ByteStore, files: Deposit['files']): Promise<ReadonlySet<string>> => {
  const paths: string[] = [];
  for await (const { key } of bytes.list(files.bucket, files.prefix)) paths.push(key.slice(files.prefix.length));
  return payloadPaths(paths);
};

/**
 * The files that the locations of a deposit's METS may mean: those in its workspace, which is listed unless the caller has
 * its paths (`payloadPaths`), and in its archival group. Undefined for the METS that the platform wrote, whose locations
 * are paths. Rejects as reading does.
 */
export const presentPaths = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  { files, archivalGroup, editedMets }: Pick<Deposit, 'files' | 'archivalGroup' | 'editedMets'>,
  { etag }: Pick<EditableMets, 'etag'>,
  pathsInWorkspace: () => Promise<ReadonlySet<string>> = () => listPayload(dependencies.bytes, files),
): Promise<ReadonlySet<string> | undefined> => {
  if (etag === editedMets?.etag) return undefined;
  const [inWorkspace, head] = await Promise.all([
    pathsInWorkspace(),
    archivalGroup === null ? null : readHeadOfGroup(dependencies, archivalGroup),
  ]);
  return new Set([...inWorkspace, ...(head?.state.binaries.keys() ?? [])]);
};
