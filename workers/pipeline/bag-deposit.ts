import type { Dependencies } from '../../commands/core/dependencies.js';
import { computedOf } from '../../commands/workspace/computed-digests.js';
import { openDepositMets } from '../../commands/workspace/deposit-mets.js';
import { agentsOf, metsWork } from '../../commands/workspace/mets-work.js';
import { payloadPaths } from '../../commands/workspace/present-paths.js';
import { viewWorkspace, type WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker, type WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { mapConcurrently } from '../../flow/concurrently.js';
import { compareManifests, type ManifestDifference } from '../../formats/bagit/compare-manifests.js';
import { writeBag, type PayloadFile } from '../../formats/bagit/write-bag.js';
import { digestStream } from '../../formats/digests/digested.js';
import type { DescribedDirectory } from '../../formats/mets/description/described-mets.js';
import type { Step } from '../step.js';
import { RunFailure } from './run-failure.js';
import type { RunWatch } from './run-watch.js';

/** What bagging a deposit anew uses. */
export interface Bagging {
  readonly dependencies: Dependencies;
  readonly depositId: string;
  /** For `bag-info.txt`; null where it is not configured. */
  readonly sourceOrganization: string | null;
  readonly step: Step;
  readonly watch: Pick<RunWatch, 'requireLive'>;
  readonly signal: AbortSignal;
}

const CONCURRENT_DIGESTS = 2;
/** How many differing files a message names. */
const NAMED = 5;

/** Tag files of a bag that a new one replaces or makes wrong. */
const OLD_TAG_FILE = /^(?:(?:tag)?manifest-[^/]+\.txt|fetch\.txt)$/;

/**
 * Compares what the tools read of the files below `objects/` with the manifest that the bag came with (companion 12.3):
 * a digest is right that is the same as there, or as in the METS. Throws RunFailure with the files that are neither.
 */
export const checkManifest = async (
  { dependencies }: Bagging,
  view: WorkspaceView,
  digests: AsyncIterable<{ readonly path: string; readonly sha256: string }>,
): Promise<void> => {
  const old = new Map<string, string[]>();
  for (const [path, entries] of view.tools.entries)
    for (const entry of entries)
      if (entry.type === 'DigestMetadata' && entry.source === 'BagIt' && entry.digest)
        old.set(`data/${path}`, [...(old.get(`data/${path}`) ?? []), entry.digest]);
  if (old.size === 0) return;
  const fresh: { readonly path: string; readonly sha256: string }[] = [];
  for await (const { path, sha256 } of digests) fresh.push({ path: `data/${path}`, sha256 });
  const comparison = { old, fresh, below: ['data/objects/'] };
  if (compareManifests({ ...comparison, metsDigest: () => null }).length === 0) return;
  const inMets = await digestsInMets(dependencies, view);
  const differences = compareManifests({ ...comparison, metsDigest: (path) => inMets.get(path) ?? null });
  if (differences.length > 0) throw new RunFailure(differenceText(differences));
};

const differenceText = (differences: readonly ManifestDifference[]): string => {
  const named = differences.slice(0, NAMED).map(({ path, kind }) => `${path} (${kind})`);
  const more = differences.length > NAMED ? ` and ${differences.length - NAMED} more` : '';
  return `The digests of these files are neither those of manifest-sha256.txt nor those of the METS: ${named.join(', ')}${more}.`;
};

/** By path in the bag; none where there is no METS, or none that can be read. */
const digestsInMets = async (
  dependencies: Dependencies,
  { deposit, objects }: WorkspaceView,
): Promise<Map<string, string>> => {
  const digests = new Map<string, string>();
  const stored = await openDepositMets(dependencies.bytes, deposit);
  if (stored === null) return digests;
  const order = { agents: agentsOf(dependencies), present: payloadPaths(objects.map(({ path }) => path)) };
  const described = await metsWork(dependencies)('describe', stored.source, order);
  if (!described.ok) return digests;
  const collect = ({ files, directories }: DescribedDirectory): void => {
    for (const { localPath, digest } of files) if (digest) digests.set(`data/${localPath}`, digest.toLowerCase());
    directories.forEach(collect);
  };
  collect(described.value.root);
  return digests;
};

/**
 * Writes the tag files of a deposit that is a bag, for the payload as it is now (companion 12.3). The METS is part of
 * the payload where it lies in `data/`; a later edit of it makes its line of the manifest outdated.
 */
export const bagDeposit = async (bagging: Bagging): Promise<void> => {
  const { dependencies, depositId, sourceOrganization, step, watch } = bagging;
  const viewed = await step('list-bag', () => viewWorkspace(dependencies, depositId, { fresh: true }));
  if (!viewed.ok) throw new RunFailure(viewed.refusal.detail);
  const { deposit, objects } = viewed.value;
  const payload = objects.filter((each) => each.path.startsWith('data/') && !isMarker(each));
  const known = await computedOf(
    dependencies,
    depositId,
    payload.filter(({ sha256 }) => sha256 === null).map((each) => ({ ...each, ...addressOf(deposit.files, each) })),
  );
  const files = await mapConcurrently(payload, { width: CONCURRENT_DIGESTS }, async (each): Promise<PayloadFile> => {
    const at = addressOf(deposit.files, each);
    const sha256 = each.sha256 ?? known.get(at.key) ?? (await step('read-digest', () => digestOf(bagging, each, at)));
    return { path: each.path, size: each.size, sha256 };
  });
  const now = dependencies.now();
  const softwareAgent = `${dependencies.metsAgent.name} ${dependencies.producer}`;
  const tagFiles = await writeBag(files, { sourceOrganization, baggingDate: now, softwareAgent });
  for (const { path, size, sha256, stream } of tagFiles) {
    await watch.requireLive();
    const at = { bucket: deposit.files.bucket, key: deposit.files.prefix + path };
    const options = { contentType: 'text/plain', sha256 };
    await step('put-tag-file', () => dependencies.bytes.put(at, { stream: stream(), size }, options));
  }
  const written = new Set(tagFiles.map(({ path }) => path));
  const outdated = objects.filter(({ path }) => OLD_TAG_FILE.test(path) && !written.has(path));
  if (outdated.length === 0) return;
  await watch.requireLive();
  const keys = outdated.map((each) => addressOf(deposit.files, each).key);
  await step('delete-tag-files', () => dependencies.removal.workspaces.delete(deposit.files, keys));
};

const addressOf = (
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  { path }: WorkspaceObject,
): { readonly bucket: string; readonly key: string } => ({ bucket, key: prefix + path });

const digestOf = async (
  { dependencies, signal }: Bagging,
  { etag }: WorkspaceObject,
  at: { readonly bucket: string; readonly key: string },
): Promise<string> => {
  const { stream } = await dependencies.bytes.get(at, { etag });
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return (await digestStream(stream)).sha256;
};
