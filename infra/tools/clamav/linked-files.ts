import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import type { ScanOutcome } from '../../../formats/tools/findings/findings.js';
import type { LocalFile, ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { scanOutcome } from './scan-answer.js';
import { openTemporaryFolder } from './temporary-folder.js';

const CONCURRENT_LINKS = 8;

/**
 * Files under names that fit into a line of a list, and of an answer, whatever their own are: symbolic links in a temporary
 * folder, which is removed when they are disposed of.
 */
export interface LinkedFiles extends AsyncDisposable {
  readonly links: readonly string[];
  /**
   * By path, what `<link>: <answer>` says about a file; what is said in the middle of another line counts where there is no
   * such line. A file about which nothing is said is missing.
   */
  outcomesIn(lines: readonly string[]): ReadonlyMap<string, ScanOutcome>;
}

/** Makes a link for each file. */
export const linkFiles = async (files: readonly LocalFile[], call: ToolCall): Promise<LinkedFiles> => {
  const folder = await openTemporaryFolder(call);
  const linkTo = (index: number): string => join(folder.path, `${index}`);
  try {
    const concurrency = { width: CONCURRENT_LINKS, signal: call.signal };
    await forEachConcurrently(files, concurrency, ({ location }, index) => symlink(location, linkTo(index)));
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
  return {
    links: files.map((_, index) => linkTo(index)),
    outcomesIn: (lines) => outcomesOf(files, `${folder.path}/`, lines),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};

const outcomesOf = (
  files: readonly LocalFile[],
  folder: string,
  lines: readonly string[],
): Map<string, ScanOutcome> => {
  const outcomes = new Map<string, ScanOutcome>();
  for (const line of lines) {
    const start = line.indexOf(folder);
    const [, index, answer = ''] = /^(\d+): (.*)$/.exec(line.slice(start + folder.length)) ?? [];
    const path = start === -1 ? undefined : files[Number(index)]?.path;
    if (path === undefined) continue;
    const known = outcomes.get(path);
    if (start > 0) outcomes.set(path, known ?? { result: 'unread', reason: `ClamAV: ${answer}` });
    else if (known?.result !== 'infected') outcomes.set(path, scanOutcome(answer));
  }
  return outcomes;
};
