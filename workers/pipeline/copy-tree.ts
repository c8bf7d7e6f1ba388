import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker } from '../../commands/workspace/workspace-object.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { isReplaced } from '../../formats/bytes.js';
import type { Step } from '../step.js';
import type { LocalCopies } from './local-copies.js';
import { RunFailure } from './run-failure.js';

/** What copying the files of a deposit uses. */
export interface TreeCopyOptions {
  readonly copies: LocalCopies;
  readonly maxBytes: number;
  readonly step: Step;
  readonly signal: AbortSignal;
}

const CONCURRENT_COPIES = 8;

/**
 * Copies everything below `objects/` to the local disk at once, under its own names, for a tool that wants a folder.
 * Answers the folder. Throws RunFailure where there is no room, or where the disk cannot hold a name.
 */
export const copyTree = async (
  { copies, maxBytes, step, signal }: TreeCopyOptions,
  { view, folder }: { readonly view: WorkspaceView; readonly folder: string },
): Promise<string> => {
  const { bucket, prefix } = view.deposit.files;
  const objects = `${view.tools.filesRoot}objects/`;
  const files = view.objects.filter((each) => each.path.startsWith(objects) && !isMarker(each));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (copies.takesRoom && bytes > maxBytes)
    throw new RunFailure(
      `The files have ${bytes} bytes in all, and the batch report tool may have ${maxBytes} on the disk of the worker.`,
    );
  await mkdir(join(folder, 'objects'), { recursive: true });
  await forEachConcurrently(files, { width: CONCURRENT_COPIES }, async ({ path, etag }) => {
    const inside = path.slice(view.tools.filesRoot.length);
    if (inside.split('/').some((name) => name === '' || name === '.' || name === '..' || Buffer.byteLength(name) > 255))
      throw new RunFailure(`The batch report tool cannot be given ${inside}: no disk has a file of this name.`);
    const location = join(folder, inside);
    await mkdir(dirname(location), { recursive: true });
    const put = (): Promise<void> => copies.put({ bucket, key: prefix + path, etag }, location, signal);
    await step('copy-file', put).catch((error: unknown) => {
      if (isReplaced(error)) throw new RunFailure(`${path} was replaced while the tools looked at it.`);
      throw error;
    });
  });
  return join(folder, 'objects');
};
