import type { DepositBeginning } from '../events/deposit.js';
import type { ObjectInfo } from '../formats/bytes.js';
import type { FileValues, FolderValues } from '../formats/mets/entry-values.js';
import type { MetsEditor } from '../formats/mets/mets-editor.js';
import { refuse, type Refusal } from './decider.js';
import {
  attempt,
  beginEdit,
  editorOf,
  metsMissing,
  recordEdit,
  storeMets,
  type EditedItem,
  type EditRequest,
} from './edit-mets.js';
import { latest } from './families.js';
import { holdsAny } from './list-workspace.js';
import type { Intent, Services, Settled } from './services.js';
import { originalName } from './workspace/workspace-object.js';

const ASKED_AT_ONCE = 32;

/** What the workspace has at a path that is to be recorded. */
type Found =
  { readonly kind: 'file'; readonly values: FileValues } | { readonly kind: 'folder'; readonly values: FolderValues };

/**
 * Adds files and folders of the workspace to the METS, or brings their entries up to date (preservation 4.3). All of
 * them are written at once, or none.
 */
export const addToMets = async (
  services: Services,
  intent: Intent,
  request: EditRequest & { readonly paths: readonly string[] },
): Promise<Settled<readonly EditedItem[]>> => {
  const begun = await beginEdit(services, intent, request, false);
  if ('code' in begun) return { refusal: begun };
  const { deposit, stored } = begun;
  if (stored === null) return { refusal: metsMissing(deposit) };
  const editor = editorOf(stored, services);
  if ('code' in editor) return { refusal: editor };

  const found = await resolve(services, deposit.files, request.paths);
  if (found.length === 0) return { refusal: refuse('nothing-to-edit', 'No items to add to METS.') };
  const recordable = found.filter(({ values: { path } }) => /^(objects|metadata)(\/|$)/.test(path));
  if (recordable.length === 0) return { ok: [], position: null };

  const items = new Map<string, EditedItem>();
  let done = 0;
  const refusal = attempt(() => {
    for (const each of byDepth(recordable)) {
      for (const { path, isDir } of put(editor, each)) items.set(path, { path, isDir, where: 'Mets' });
      done += 1;
    }
  });
  if (refusal !== null) return { refusal: failed(refusal, done) };
  const written = await storeMets(services, { deposit, stored }, editor);
  if ('code' in written) return { refusal: written };
  const edit = { depositId: deposit.depositId, etag: written.etag, recorded: items.size, removed: 0 };
  const noted = await recordEdit(services, intent, edit);
  return { ok: [...items.values()], position: latest(noted) };
};

/** The words that clients look for (companion 7.2). */
const failed = (refusal: Refusal, done: number): Refusal => ({
  ...refusal,
  detail: `MetsManager::AddToMets failed after ${done} items, unable to write update METS file. ${refusal.detail}`,
});

const put = (editor: MetsEditor, found: Found): ReturnType<MetsEditor['addFile']> =>
  found.kind === 'file' ? editor.addFile(found.values) : editor.addFolder(found.values);

/** Ancestors before what is in them; otherwise in the order given. */
const byDepth = (found: readonly Found[]): Found[] => {
  const depth = ({ values: { path } }: Found): number => path.split('/').length;
  return [...found].sort((a, b) => depth(a) - depth(b));
};

/** A path as callers may give it: slashes at either end are tolerated. */
export const barePath = (path: string): string => {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
};

/** Whether a bare path can be that of something: no file or folder has an empty name. */
export const isPath = (path: string): boolean => path !== '' && !path.includes('//');

/** Looks up each path in the workspace, as a file first, then as a folder; what is not there is left out. */
const resolve = async (
  services: Services,
  files: DepositBeginning['files'],
  paths: readonly string[],
): Promise<Found[]> => {
  const wanted = [...new Set(paths.map(barePath))].filter(isPath);
  const found: (Found | null)[] = new Array<Found | null>(wanted.length).fill(null);
  const queue = wanted.entries();
  const work = async (): Promise<void> => {
    for (const [index, path] of queue) found[index] = await lookUp(services, files, path);
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
  return found.filter((each) => each !== null);
};

const lookUp = async (
  { bytes }: Services,
  { bucket, prefix }: DepositBeginning['files'],
  path: string,
): Promise<Found | null> => {
  const file = await bytes.head({ bucket, key: prefix + path });
  if (file !== null) return { kind: 'file', values: fileValues(path, file) };
  const marker = await bytes.head({ bucket, key: `${prefix}${path}/` });
  if (marker !== null) return { kind: 'folder', values: { path, name: originalName(marker) } };
  return (await holdsAny(bytes, bucket, `${prefix}${path}/`)) ? { kind: 'folder', values: { path } } : null;
};

const fileValues = (path: string, info: ObjectInfo): FileValues => ({
  path,
  name: originalName(info),
  contentType: info.contentType,
  digest: info.sha256,
  size: info.size,
});
