import { addAbortSignal } from 'node:stream';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { computedOf } from '../../commands/workspace/digests/computed-digests.js';
import { viewWorkspace, type WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker, type WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { mapConcurrently } from '../../flow/concurrently.js';
import { firstNames } from '../../flow/first-of-many.js';
import { carriedElements } from '../../formats/bagit/carried-elements.js';
import {
  bagInfoFile,
  MANIFEST,
  withMark,
  writeBag,
  type PayloadFile,
  type TagFile,
} from '../../formats/bagit/write-bag.js';
import { digestStream } from '../../formats/digests/digested.js';
import type { Step } from '../step.js';
import { bagInfoIn } from './bag-info-in.js';
import type { JudgedBag } from './judge-bag.js';
import { RunFailure } from './run-failure.js';
import type { RequireLive } from './require-live.js';

/** What bagging a deposit anew uses. */
export interface BaggingOptions {
  readonly dependencies: Dependencies;
  readonly depositId: string;
  /** For `bag-info.txt`; null where it is not configured. */
  readonly sourceOrganization: string | null;
  readonly step: Step;
  readonly requireLive: RequireLive;
  readonly signal: AbortSignal;
}

const CONCURRENT_DIGESTS = 2;

/** Tag files of a bag that a new one replaces or makes wrong; the old bag can do without them. */
const OLD_TAG_MANIFEST = /^tagmanifest-[^/]+\.txt$/i;
const OLD_TAG_FILE = /^(?:fetch|package-info)\.txt$/;
const BAG_INFO = /^(?:bag|package)-info\.txt$/;
const OLD_MANIFEST = /^manifest-[^/]+\.txt$/i;

/**
 * Writes the tag files of a deposit that is a bag, for the payload as it is now (companion 12.3). The METS is part of
 * the payload where it lies in `data/`; a later edit of it makes its line of the manifest outdated. Throws RunFailure,
 * with nothing written, where the payload no longer holds what was `judged`. Between any two writes the deposit is a bag
 * that can be judged.
 */
export const bagDeposit = async (bagging: BaggingOptions, judged: JudgedBag | null): Promise<void> => {
  const { dependencies, depositId, sourceOrganization, step } = bagging;
  const viewed = await step('list-bag', () => viewWorkspace(dependencies, depositId, { fresh: true }));
  if (!viewed.ok) throw new RunFailure(viewed.refusal.detail);
  const { deposit, objects } = viewed.value;
  if (judged !== null) proveHeld(judged, viewed.value);
  const payload = objects.filter((each) => each.path.startsWith('data/') && !isMarker(each));
  const known = await computedOf(
    dependencies,
    depositId,
    payload.filter(({ sha256 }) => sha256 === null).map((each) => ({ ...each, ...addressOf(deposit.files, each) })),
  );
  const files = await mapConcurrently(payload, { width: CONCURRENT_DIGESTS }, async (each): Promise<PayloadFile> => {
    const at = addressOf(deposit.files, each);
    const digest =
      each.sha256 ?? known.get(at.key)?.sha256 ?? (await step('read-digest', () => digestOf(bagging, each, at)));
    return { path: each.path, size: each.size, digest };
  });
  const now = dependencies.now();
  const softwareAgent = `${dependencies.metsAgent.name} ${dependencies.producer}`;
  const elements = await bagInfoIn({ ...bagging, deposit, objects });
  const others = carriedElements(elements, { sourceOrganization, software: dependencies.metsAgent.name });
  const info = { sourceOrganization, baggingDate: now, softwareAgent, others };
  await replaceTagFiles(bagging, viewed.value, {
    tagFiles: await writeBag(files, info),
    forAnyPayload: await withMark(await bagInfoFile(info, null)),
  });
};

interface NewTagFiles {
  readonly tagFiles: readonly TagFile[];
  /** A `bag-info.txt` that is right for the old manifests and the new, in whatever encoding. */
  readonly forAnyPayload: TagFile;
}

/**
 * The old manifests go when the new one is stored. What the depositor's `bag-info.txt` says is in the bag at any moment,
 * so that a run that begins again finds it.
 */
const replaceTagFiles = async (
  { dependencies, step, requireLive }: BaggingOptions,
  { deposit, objects, tools }: WorkspaceView,
  { tagFiles, forAnyPayload }: NewTagFiles,
): Promise<void> => {
  const remove = async (pattern: RegExp): Promise<void> => {
    const outdated = objects.filter(({ path }) => pattern.test(path) && path !== MANIFEST);
    if (outdated.length === 0) return;
    await requireLive();
    const keys = outdated.map((each) => addressOf(deposit.files, each).key);
    await step('delete-tag-files', () => dependencies.removal.workspaces.delete(deposit.files, keys));
  };
  const put = async ({ path, size, sha256, stream }: TagFile): Promise<void> => {
    await requireLive();
    const at = addressOf(deposit.files, { path });
    const options = { contentType: 'text/plain', sha256 };
    await step('put-tag-file', () => dependencies.bytes.put(at, { stream: stream(), size }, options));
    if (path === MANIFEST) await remove(OLD_MANIFEST);
  };
  await remove(OLD_TAG_MANIFEST);
  if (objects.some(({ path }) => BAG_INFO.test(path))) await put(forAnyPayload);
  await remove(OLD_TAG_FILE);
  // Manifests in another encoding cannot be read beside a bagit.txt that says UTF-8, nor the new one beside theirs.
  if (tools.bag !== null && tools.bag.declaration.encoding !== 'utf-8')
    for (const each of tagFiles) if (each.path === MANIFEST) await put(await withMark(each));
  for (const each of tagFiles.toSorted(byOrder)) await put(each);
};

/** Throws RunFailure where files that the old manifests name were replaced or lost since they were judged. */
const proveHeld = (judged: JudgedBag, { deposit, objects }: WorkspaceView): void => {
  const etags = new Map(objects.map(({ path, etag }) => [path, etag]));
  const deleted = new Set([...deposit.deletedFiles].flatMap(({ paths }) => paths));
  const lost = [...judged].filter(
    ([path, etag]) => etags.get(path) !== etag && !(deleted.has(path) && !etags.has(path)),
  );
  if (lost.length === 0) return;
  throw new RunFailure(
    `These files of the bag were replaced or lost during the run, so that its manifests are left as they are: ` +
      `${firstNames(lost.map(([path]) => path))}.`,
  );
};

/** The order of writing: a Payload-Oxum is right for the new manifest only. */
const ORDER: readonly string[] = ['bagit.txt', MANIFEST, 'bag-info.txt', 'tagmanifest-sha256.txt'];

const byOrder = (a: { readonly path: string }, b: { readonly path: string }): number =>
  ORDER.indexOf(a.path) - ORDER.indexOf(b.path);

const addressOf = (
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  { path }: Pick<WorkspaceObject, 'path'>,
): { readonly bucket: string; readonly key: string } => ({ bucket, key: prefix + path });

const digestOf = async (
  { dependencies, signal }: BaggingOptions,
  { etag }: WorkspaceObject,
  at: { readonly bucket: string; readonly key: string },
): Promise<string> => {
  const { stream } = await dependencies.bytes.get(at, { etag });
  return (await digestStream(addAbortSignal(signal, stream))).sha256;
};
