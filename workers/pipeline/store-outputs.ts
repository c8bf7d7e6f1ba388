import { createReadStream } from 'node:fs';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { AD_HOC } from '../../commands/workspace/ad-hoc.js';
import { putFolder, withOriginalName } from '../../commands/workspace/put-unless-there.js';
import { forEachConcurrently, mapConcurrently } from '../../flow/concurrently.js';
import { openedWhenRead } from '../../flow/streams/opened-when-read.js';
import { ancestorsOf, lastName } from '../../formats/paths/repository-path.js';
import type { Step } from '../step.js';
import type { RequireLive } from './require-live.js';

/** A file that a run adds to the deposit. */
export interface Output {
  /** Relative to the root of the files, below `metadata/`. */
  readonly path: string;
  /** Where it is on the local disk. */
  readonly location: string;
  readonly size: number;
  readonly contentType: string;
}

export interface StoreOptions {
  readonly dependencies: Pick<Dependencies, 'bytes' | 'removal'>;
  /** The workspace of the deposit. */
  readonly files: { readonly bucket: string; readonly prefix: string };
  readonly filesRoot: '' | 'data/';
  readonly step: Step;
  readonly requireLive: RequireLive;
  /** Called once before files are removed; their paths are relative to the deposit. */
  readonly beforeRemoval: (paths: readonly string[]) => Promise<void>;
}

/** The metadata of an output that names what it was made from. */
const FINDINGS = 'findings-sha256';
const CONCURRENT_LOOKUPS = 16;
const CONCURRENT_PUTS = 4;
/** The number of keys that a store deletes with one request. */
const BATCH = 1_000;

/** What is below `metadata/` and may be replaced by a run: everything but the ad-hoc folder, with its folders' markers. */
const listReplaceable = async ({ dependencies: { bytes }, files, filesRoot }: StoreOptions): Promise<string[]> => {
  const base = files.prefix + filesRoot;
  const paths: string[] = [];
  for await (const { key } of bytes.list(files.bucket, `${base}metadata/`)) {
    const path = key.slice(base.length);
    if (path !== 'metadata/' && !`${path}/`.startsWith(`${AD_HOC}/`)) paths.push(path);
  }
  return paths;
};

/**
 * The outputs of an earlier run that found exactly the same, with the same tools: `findings` is the digest of all that.
 * Null where there are none, where one was changed, or where there is anything beside them.
 */
export const sameOutputs = async (storing: StoreOptions, findings: string): Promise<readonly string[] | null> => {
  const { dependencies, files, filesRoot, step } = storing;
  const paths = (await step('list-outputs', () => listReplaceable(storing))).filter((path) => !path.endsWith('/'));
  const heads = await mapConcurrently(paths, { width: CONCURRENT_LOOKUPS }, (path) =>
    step('look-up-output', () =>
      dependencies.bytes.head({ bucket: files.bucket, key: files.prefix + filesRoot + path }),
    ),
  );
  const count = heads[0]?.metadata[COUNT];
  const areSame = heads.every((head) => head?.metadata[FINDINGS] === findings && head.metadata[COUNT] === count);
  return areSame && count === `${paths.length}` ? paths : null;
};

/** The metadata of an output that says how many there are. */
const COUNT = 'findings-outputs';

/**
 * Puts the outputs and their folders, then deletes what else there is below `metadata/` (preservation 2.9). Before each
 * effect the run must still be this worker's. Safe to repeat.
 */
export const storeOutputs = async (
  storing: StoreOptions,
  outputs: readonly Output[],
  findings: string,
): Promise<void> => {
  const { dependencies, files, filesRoot, step, requireLive } = storing;
  const { bytes, removal } = dependencies;
  const place = { bucket: files.bucket, prefix: files.prefix + filesRoot };
  const folders = new Set(outputs.flatMap(({ path }) => ancestorsOf(path)));
  for (const folder of folders) {
    await requireLive();
    await step('put-folder', () => putFolder(bytes, place, folder));
  }
  await forEachConcurrently(outputs, { width: CONCURRENT_PUTS }, async ({ path, location, size, contentType }) => {
    await requireLive();
    const { metadata } = withOriginalName(lastName(path));
    const options = { contentType, metadata: { ...metadata, [FINDINGS]: findings, [COUNT]: `${outputs.length}` } };
    const at = { bucket: place.bucket, key: place.prefix + path };
    await step('put-output', () =>
      bytes.put(at, { stream: openedWhenRead(() => createReadStream(location)), size }, options),
    );
  });
  const kept = new Set([...outputs.map(({ path }) => path), ...[...folders].map((folder) => `${folder}/`)]);
  const others = (await step('list-outputs', () => listReplaceable(storing))).filter((path) => !kept.has(path));
  await storing.beforeRemoval(others.filter((path) => !path.endsWith('/')).map((path) => filesRoot + path));
  for (let from = 0; from < others.length; from += BATCH) {
    const keys = others.slice(from, from + BATCH).map((path) => place.prefix + path);
    await requireLive();
    await step('delete-others', () => removal.workspaces.delete(files, keys));
  }
};
