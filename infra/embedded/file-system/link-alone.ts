import type { FileState, Files, OpenFile } from './files.js';

/**
 * Gives an open file, which is at `from`, a second name at `to`, where it is read-only and has no other than those two:
 * of several callers at once that would do so, at most one succeeds. Null where that is not so, or where there are no
 * links; then nothing is at `to`.
 */
export const linkAlone = async (
  files: Pick<Files, 'link' | 'state' | 'unlink'>,
  { file, from, to }: { readonly file: OpenFile; readonly from: string; readonly to: string },
): Promise<FileState | null> => {
  const { identity, links, isReadOnly } = await file.state();
  if (links !== 1 || !isReadOnly || !(await files.link(from, to))) return null;
  const linked = await files.state(to);
  // Another file may have come to its path, or another name may have been given to it meanwhile.
  if (linked?.identity === identity && linked.links === 2) return linked;
  await files.unlink(to);
  return null;
};
