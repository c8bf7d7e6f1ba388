import type { Deposit } from '../../../commands/deposit/state.js';
import { sweepWorkspace } from '../../../commands/processes/deposits/delete-deposit.js';
import { replaceChangeToken } from '../../../commands/workspace/change-token.js';
import { folderTree } from '../../../commands/workspace/folder-tree.js';
import { withOriginalName } from '../../../commands/workspace/put-unless-there.js';
import { toolMetadataOf } from '../../../commands/workspace/read-tools.js';
import { listWorkspace, type WorkspaceView } from '../../../commands/workspace/view-workspace.js';
import type { WorkspaceObject } from '../../../commands/workspace/workspace-object.js';
import { ByteStoreFault, type ObjectAddress } from '../../../formats/bytes.js';
import { STORED_LISTING } from '../../../formats/stored-listing.js';
import { yieldEvery } from '../../../flow/yield-every.js';
import { jsonText } from '../../http/answer/json-text.js';
import { renderWorkspace } from '../../rendering/workspace.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

type ListingDependencies = Pick<DepositDependencies, 'dependencies' | 'log'>;

const addressOf = ({ files }: Deposit): ObjectAddress => ({ bucket: files.bucket, key: files.prefix + STORED_LISTING });

/** The listing before it is in the workspace for the first time: its size is not known before it is written. */
const unwritten = (at: Date): WorkspaceObject => ({
  path: STORED_LISTING,
  size: 0,
  etag: '',
  sha256: null,
  contentType: 'application/json',
  name: STORED_LISTING,
  modified: at,
  fileModified: null,
  listed: { etag: '', modified: at },
});

/** The text of the listing, which names itself. Readers take it for outdated if the deposit was modified later. */
const textOf = async (view: WorkspaceView, now: Date): Promise<Buffer> => {
  const changed = new Date(view.deposit.lastModified);
  const modified = now > changed ? now : changed;
  const isThere = view.objects.some(({ path }) => path === STORED_LISTING);
  const objects = isThere ? view.objects : [...view.objects, unwritten(modified)];
  const root = { ...folderTree(objects, modified), modified };
  const yielding = yieldEvery();
  const pieces: Buffer[] = [];
  for (const piece of jsonText(renderWorkspace(root, (path) => toolMetadataOf(view, path)))) {
    pieces.push(Buffer.from(piece));
    await yielding();
  }
  return Buffer.concat(pieces);
};

/**
 * Writes the listing of a workspace into it, for clients of the original system; does nothing unless the platform has
 * the names of that system. Where the store fails, that is logged. Empties the workspace again where the deposit was
 * deleted meanwhile.
 */
export const storeListing = async (on: ListingDependencies, view: WorkspaceView): Promise<void> => {
  if (on.dependencies.productNames !== true) return;
  const { dependencies, log } = on;
  const { depositId } = view.deposit;
  try {
    await dependencies.bytes.put(addressOf(view.deposit), await textOf(view, dependencies.now()), {
      ...withOriginalName(STORED_LISTING),
      contentType: 'application/json',
    });
    await replaceChangeToken(dependencies, depositId);
    await sweepWorkspace(dependencies, depositId);
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
    log.warn('The listing of a workspace was not stored in it', { depositId, cause: error.message });
  }
};

/** The same for a deposit without such a listing, unless it is being exported: files are still to come. */
export const storeMissingListing = async (on: ListingDependencies, deposit: Deposit): Promise<void> => {
  if (on.dependencies.productNames !== true || deposit.status === 'exporting') return;
  const { dependencies } = on;
  if ((await dependencies.bytes.head(addressOf(deposit))) !== null) return;
  const listed = await listWorkspace(dependencies, deposit.depositId, { fresh: true });
  if (listed.ok) await storeListing(on, listed.value);
};
