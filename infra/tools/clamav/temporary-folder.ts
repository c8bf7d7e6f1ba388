import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolCall } from '../../../formats/tools/findings/tool-ports.js';

/** An empty folder, which is removed with all that is in it when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
}

export const openTemporaryFolder = async ({ temporaryFolder = tmpdir() }: ToolCall): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(temporaryFolder, 'muniment-clamav-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};
