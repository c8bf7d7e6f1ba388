import type { MetsEditor } from '../formats/mets/mets-editor.js';
import { barePath, isPath } from './add-to-mets.js';
import { refuse, type Refusal } from './decider.js';
import type { DepositMets } from './deposit-mets.js';
import type { Deposit } from './deposit/state.js';
import { metsOrRefusal } from './diff-deposit.js';
import {
  attempt,
  beginEdit,
  editorOf,
  recordEdit,
  storeMets,
  type EditedItem,
  type EditRequest,
  type Whereabouts,
} from './edit-mets.js';
import { latest } from './families.js';
import { holdsAny } from './list-workspace.js';
import type { Intent, Services, Settled } from './services.js';

export interface DeleteItem {
  readonly path: string;
  readonly isDir: boolean;
  /** Where the caller believes it to be. */
  readonly where?: Whereabouts;
}

/** preservation 2.14. */
export interface DeleteSelection {
  readonly deleteFromMets: boolean;
  readonly deleteFromDepositFiles: boolean;
  readonly deleteFromRoot: boolean;
  readonly items: readonly DeleteItem[];
}

/** Root files of a bag, and the note that an archiver leaves: all that may be deleted from a workspace's root. */
const DELETABLE_IN_ROOT = new Set([
  'bagit.txt',
  'bag-info.txt',
  'manifest-sha256.txt',
  'tagmanifest-sha256.txt',
  'archived.txt',
]);

/** An item that will be deleted, and the places it is deleted from. */
interface Doomed extends DeleteItem {
  readonly inDeposit: boolean;
  readonly inMets: boolean;
}

/**
 * Deletes files and folders from the workspace and, with it, from the METS (preservation 4.3, companion 7.3). Everything
 * is checked before anything is touched; the METS is written first, so that a lost race loses nothing.
 */
export const deleteFromMets = async (
  services: Services,
  intent: Intent,
  request: EditRequest & { readonly selection: DeleteSelection },
): Promise<Settled<readonly EditedItem[]>> => {
  const { selection } = request;
  const begun = await beginEdit(services, intent, request, true);
  if ('code' in begun) return { refusal: begun };
  const { deposit, stored } = begun;
  if (!selection.deleteFromMets && !selection.deleteFromDepositFiles) {
    return { refusal: refuse('nothing-to-edit', 'No location to delete from specified.') };
  }
  if (selection.items.length === 0) return { refusal: refuse('nothing-to-edit', 'No items to delete.') };
  if (!selection.deleteFromDepositFiles || stored === null) {
    return {
      ok: selection.items.map(({ path, isDir, where = 'Neither' }) => ({ path, isDir, where })),
      position: null,
    };
  }
  const editor = selection.deleteFromMets ? editorOf(stored, services) : null;
  if (editor !== null && 'code' in editor) return { refusal: editor };

  const doomed = await findDoomed(services, deposit, selection, editor ?? readerOf(stored, services));
  if ('code' in doomed) return { refusal: doomed };
  const inMets = doomed.filter((item) => item.inMets);
  const refusal = editor === null ? null : removeAll(editor, inMets);
  if (refusal !== null) return { refusal };
  let position = null;
  if (editor !== null && inMets.length > 0) {
    const written = await storeMets(services, { deposit, stored }, editor);
    if ('code' in written) return { refusal: written };
    const edit = { depositId: deposit.depositId, etag: written.etag, recorded: 0, removed: inMets.length };
    position = latest(await recordEdit(services, intent, edit));
  }
  await services.bytes.delete(deposit.files.bucket, doomed.filter((item) => item.inDeposit).map(keyIn(deposit)));
  return { ok: doomed.map(edited), position };
};

/** What a METS has at its paths. */
type Described = Pick<MetsEditor, 'kindAt'>;

/** A METS that is only looked at, which anyone may have written; one that cannot be read describes nothing. */
const readerOf = (stored: DepositMets, services: Pick<Services, 'metsAgent'>): Described => {
  const mets = metsOrRefusal(stored.bytes, services);
  const kindAt: Described['kindAt'] = (path) => {
    if ('code' in mets) return null;
    if (mets.filesByPath.has(path)) return 'file';
    return mets.directoriesByPath.has(path) ? 'folder' : null;
  };
  return { kindAt };
};

const keyIn =
  ({ files }: Deposit) =>
  ({ path, isDir }: DeleteItem): string =>
    `${files.prefix}${path}${isDir ? '/' : ''}`;

const edited = ({ path, isDir, where, inDeposit, inMets }: Doomed): EditedItem => {
  const actual = inDeposit && inMets ? 'Both' : inDeposit ? 'Deposit' : 'Mets';
  return { path, isDir, where: where ?? actual };
};

const failed = (refusal: Refusal): Refusal => ({
  ...refusal,
  detail: `Delete failed after 0 items. ${refusal.detail}`,
});

const removeAll = (editor: MetsEditor, items: readonly Doomed[]): Refusal | null => {
  const refusal = attempt(() => {
    for (const { path, isDir } of items) {
      if (isDir) editor.removeFolder(path);
      else editor.removeFile(path);
    }
  });
  return refusal === null ? null : failed(refusal);
};

/** Looks the items up, deepest first, and refuses the first that may not or cannot be deleted. */
const findDoomed = async (
  services: Services,
  deposit: Deposit,
  { items, deleteFromRoot, deleteFromMets: fromMets }: DeleteSelection,
  mets: Described,
): Promise<Doomed[] | Refusal> => {
  const wanted = new Map(items.map((item) => [barePath(item.path), { ...item, path: barePath(item.path) }]));
  const deepestFirst = [...wanted.values()].sort((a, b) => b.path.split('/').length - a.path.split('/').length);
  const doomed: Doomed[] = [];
  for (const item of deepestFirst) {
    const fault = protectedFault(item, deleteFromRoot);
    if (fault !== null) return failed(fault);
    if (!item.path.includes('/') && !deleteFromRoot) continue; // the root is left alone unless it is asked for
    const { inDeposit, isDescribed } = await lookUp(services, deposit, item, mets);
    if (!inDeposit && !isDescribed) {
      const kind = item.isDir ? 'Directory' : 'File';
      return failed(refuse('edit-item-not-found', `${kind} ${item.path} not found.`));
    }
    const fuller = item.isDir ? await contentFault(services, deposit, item.path, wanted) : null;
    if (fuller !== null) return failed(fuller);
    doomed.push({ ...item, inDeposit, inMets: isDescribed && fromMets });
  }
  return doomed;
};

const protectedFault = ({ path, isDir }: DeleteItem, deleteFromRoot: boolean): Refusal | null => {
  const no = (detail: string): Refusal => refuse('mets-edit-impossible', detail);
  if (path === 'objects') return no('You cannot delete the objects directory.');
  if (path === 'metadata/ad-hoc') return no('You cannot delete the metadata ad-hoc directory.');
  const isProtected = !path.includes('/') && (isDir || !DELETABLE_IN_ROOT.has(path));
  return isProtected && deleteFromRoot ? no('You cannot delete protected files in the root.') : null;
};

const lookUp = async (
  { bytes }: Services,
  deposit: Deposit,
  item: DeleteItem,
  mets: Described,
): Promise<{ readonly inDeposit: boolean; readonly isDescribed: boolean }> => {
  if (!isPath(item.path)) return { inDeposit: false, isDescribed: false };
  const { bucket } = deposit.files;
  const key = keyIn(deposit)(item);
  const inDeposit = item.isDir ? await holdsAny(bytes, bucket, key) : (await bytes.head({ bucket, key })) !== null;
  return { inDeposit, isDescribed: mets.kindAt(item.path) === (item.isDir ? 'folder' : 'file') };
};

/** A folder goes only when everything in it goes by the same request; files left in it matter more than folders. */
const contentFault = async (
  { bytes }: Services,
  { files }: Deposit,
  path: string,
  wanted: ReadonlyMap<string, DeleteItem>,
): Promise<Refusal | null> => {
  let fault: Refusal | null = null;
  for await (const { key } of bytes.list(files.bucket, `${files.prefix}${path}/`)) {
    const inside = key.slice(files.prefix.length).replace(/\/$/, '');
    if (inside === path || wanted.has(inside)) continue;
    if (!key.endsWith('/')) {
      const detail = 'You cannot delete a folder that has files in it; delete the files first.';
      return refuse('mets-edit-impossible', detail);
    }
    fault = refuse('mets-edit-impossible', 'Cannot delete a non-empty directory.');
  }
  return fault;
};
