import type { Preserved } from './preserve-folder.js';
import { readableBytes } from './progress.js';

/** What the command prints at its end: the group, its version, what is in it, and where it lies. */
export const outcomeText = ({ group, result }: Preserved, objectOnDisk: string): string => {
  const changed =
    result === null
      ? 'nothing; the folder is preserved as it is'
      : `${result.binariesAdded.length} added, ${result.binariesPatched.length} patched, ${result.binariesDeleted.length} deleted`;
  return [
    `archival group  ${group.id}`,
    `version         ${group.version}`,
    `files           ${group.files} (${readableBytes(group.bytes)}), METS included`,
    `changed         ${changed}`,
    `OCFL object     ${objectOnDisk}`,
    '',
  ].join('\n');
};
