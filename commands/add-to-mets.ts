import type { ObjectInfo } from '../formats/bytes.js';
import type { MetsEdit } from '../formats/mets/edit-mets.js';
import type { FileValues } from '../formats/mets/entry-values.js';
import { refuse, type Refusal } from './decider.js';
import {
  agentsOf,
  beginEdit,
  failureRefusal,
  isPath,
  metsMissing,
  metsPath,
  metsWork,
  recordEdit,
  storeMets,
  type Editable,
  type EditedItem,
  type EditRequest,
} from './edit-mets.js';
import { latest } from './families.js';
import { holdsAny } from './list-workspace.js';
import type { Intent, Services, Settled } from './services.js';
import { originalName } from './workspace/workspace-object.js';

const ASKED_AT_ONCE = 32;

/** What the workspace has at a path that is to be recorded. */
type Found = Extract<MetsEdit, { readonly values: object }>;

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
  const edits = byDepth(found.filter(({ values }) => isDescribed(values.path)));
  const order = { agents: agentsOf(services), now: services.now(), edits };
  // Also without an edit, since a METS that may not be edited is to be told of first.
  const { result } = await metsWork(services)('edit', stored.bytes, order);
  if ('fault' in result) return { refusal: failed(failureRefusal(result), result.done) };
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
  const depth = ({ values: { path } }: Found): number => path.split('/').length;
  return [...found].sort((a, b) => depth(a) - depth(b));
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
  if (file !== null) return { kind: 'put-file', values: fileValues(path, file) };
  const marker = await bytes.head({ bucket, key: `${prefix}${path}/` });
  if (marker !== null) return { kind: 'put-folder', values: { path, name: originalName(marker) } };
  return (await holdsAny(bytes, bucket, `${prefix}${path}/`)) ? { kind: 'put-folder', values: { path } } : null;
};

const fileValues = (path: string, info: ObjectInfo): FileValues => ({
  path,
  name: originalName(info),
  contentType: info.contentType,
  digest: info.sha256,
  size: info.size,
});
