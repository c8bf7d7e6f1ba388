import { CommandFault } from '../command-fault.js';
import type { FolderChange } from '../group/folder-change.js';
import type { LocalFolder } from '../folder/folder-inspection.js';
import { listed } from './printable.js';

/** An unusual change was not approved. */
export class NotApproved extends CommandFault {
  override name = 'NotApproved';
}

/** Resolves when a change is approved; rejects with NotApproved otherwise. */
export type Approve = (question: string) => Promise<void>;

/** Removing more than one file in this many is unusual. */
const SELDOM = 10;
const NAMED = 5;

/** The question before an unusual change; null for any other change. `path` is the group's. */
export const questionAbout = (
  { path, local, isNew }: { readonly path: string; readonly local: LocalFolder; readonly isNew: boolean },
  { removed, changed, renamed, unchanged }: FolderChange,
): string | null => {
  const held = removed.length + changed.length + renamed.length + unchanged;
  if (local.files.length === 0) {
    if (isNew) return `The folder has no file: ${path} would be an archival group with nothing in it.`;
    if (held > 0) return `The folder has no file: ${path} would have none of its ${held} files any more.`;
    return null;
  }
  if (removed.length * SELDOM <= held) return null;
  return `${path} would no longer have ${removed.length} of its ${held} files: ${listed(removed, NAMED)}.`;
};
