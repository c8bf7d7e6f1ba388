import type { ObjectInfo } from '../formats/bytes.js';
import type { MetadataEntry } from '../formats/metadata/entries.js';
import { MetadataFault } from '../formats/metadata/fault.js';
import type { MetsEdit } from '../formats/mets/edit-mets.js';
import { refuse, type Refusal } from './decider.js';
import {
  agentsOf,
  beginEdit,
  failureRefusal,
  isPath,
  metsMissing,
  metsPath,
  metsWork,
  orRaceLost,
  recordEdit,
  storeMets,
  type Editable,
  type EditedItem,
  type EditRequest,
} from './edit-mets.js';
import { latest } from './families.js';
import { holdsAny } from './list-workspace.js';
import type { Intent, Services, Settled } from './services.js';
import { knownValues } from './workspace/known-values.js';
import { saidByTools } from './workspace/said-by-tools.js';
import { originalName } from './workspace/workspace-object.js';

const ASKED_AT_ONCE = 32;

/** What the workspace has at a path that may be recorded. */
interface Found {
  readonly path: string;
  /** The file or the marker of the folder; null for a folder that only what is in it implies. */
  readonly info: ObjectInfo | null;
  readonly isDir: boolean;
}

/** The edits that record what was found, as far as the sources of each file agree. */
interface Recording {
  readonly edits: readonly MetsEdit[];
  /** Why there are no more of them. */
  readonly disagreement: Refusal | null;
}

/**
 * Adds files and folders of the workspace to the METS, or brings their entries up to date (preservation 4.3). All of
 * them are written at once, or none.
 */
export const addToMets = async (
  services: Services,
  intent: Intent,
  request: EditRequest & { readonly paths: readonly string[] },
): Promise<Settled<readonly EditedItem[]>> => {
  const begun = await beginEdit(services, intent, request, 'where-there');
  if ('code' in begun) return { refusal: begun };
  const { deposit, stored } = begun;
  if (stored === null) return { refusal: metsMissing(deposit) };

  const found = await resolve(services, begun, request.paths);
  const described = byDepth(found.filter(({ path }) => isDescribed(path)));
  const said = await saidByTools(services, begun);
  const { edits, disagreement } = recordingOf(described, said);
  const order = { agents: agentsOf(services), now: services.now(), ours: stored.ours, edits };
  // Also without an edit, since a METS that may not be edited is to be told of first.
  const result = await orRaceLost(() => metsWork(services)('edit', stored.source, order));
  if ('code' in result) return { refusal: result };
  if ('fault' in result) return { refusal: failed(failureRefusal(result), result.done) };
  if (disagreement !== null) return { refusal: failed(disagreement, edits.length) };
  if (found.length === 0) return { refusal: refuse('nothing-to-edit', 'No items to add to METS.') };
  if (result.bytes === null) return { ok: [], position: null };

  const written = await storeMets(services, { deposit, stored }, result.bytes);
  if ('code' in written) return { refusal: written };
  const items = new Map<string, EditedItem>();
  for (const { path, isDir } of result.outcomes.flat()) items.set(path, { path, isDir, where: 'Mets' });
  const edit = { depositId: deposit.depositId, etag: written.etag, recorded: items.size, removed: 0 };
  const noted = await recordEdit(services, intent, edit);
  return { ok: [...items.values()], position: latest(noted) };
};

/** The words that clients look for (companion 7.2). */
const failed = (refusal: Refusal, done: number | null): Refusal =>
  done === null
    ? refusal
    : {
        ...refusal,
        detail: `MetsManager::AddToMets failed after ${done} items, unable to write update METS file. ${refusal.detail}`,
      };

/** Only what is preserved as content or metadata is described (preservation 4.3). */
const isDescribed = (path: string): boolean => /^(objects|metadata)(\/|$)/.test(path);

/** Ancestors before what is in them; otherwise in the order given. */
const byDepth = (found: readonly Found[]): Found[] => {
  const depth = ({ path }: Found): number => path.split('/').length;
  return [...found].sort((a, b) => depth(a) - depth(b));
};

const recordingOf = (found: readonly Found[], said: (path: string) => readonly MetadataEntry[]): Recording => {
  const edits: MetsEdit[] = [];
  for (const each of found) {
    try {
      edits.push(editFor(each, said(each.path)));
    } catch (error) {
      if (!(error instanceof MetadataFault)) throw error;
      return { edits, disagreement: refuse('mets-edit-impossible', error.message) };
    }
  }
  return { edits, disagreement: null };
};

const editFor = ({ path, info, isDir }: Found, said: readonly MetadataEntry[]): MetsEdit => {
  if (!isDir && info !== null) return { kind: 'put-file', values: knownValues(path, info, said) };
  return { kind: 'put-folder', values: { path, name: info === null ? null : originalName(info) } };
};

/** Looks up each path in the workspace, as a file first, then as a folder; what is not there is left out. */
const resolve = async (services: Services, within: Editable, paths: readonly string[]): Promise<Found[]> => {
  const wanted = [...new Set(paths.map((path) => metsPath(within.root, path)))].filter(isPath);
  const found: (Found | null)[] = new Array<Found | null>(wanted.length).fill(null);
  const queue = wanted.entries();
  const work = async (): Promise<void> => {
    for (const [index, path] of queue) found[index] = await find(services, within, path);
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
  return found.filter((each) => each !== null);
};

/** In a bag below `data/`; its tag files, which are not described, are beside that. */
const find = async (services: Services, { deposit, root }: Editable, path: string): Promise<Found | null> => {
  const { bucket, prefix } = deposit.files;
  const found = await lookUp(services, { bucket, prefix: prefix + root }, path);
  return found ?? (root === '' || isDescribed(path) ? null : lookUp(services, { bucket, prefix }, path));
};

const lookUp = async (
  { bytes }: Services,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  path: string,
): Promise<Found | null> => {
  const file = await bytes.head({ bucket, key: prefix + path });
  if (file !== null) return { path, info: file, isDir: false };
  const info = await bytes.head({ bucket, key: `${prefix}${path}/` });
  const isThere = info !== null || (await holdsAny(bytes, bucket, `${prefix}${path}/`));
  return isThere ? { path, info, isDir: true } : null;
};
