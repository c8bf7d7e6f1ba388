import { tmpdir } from 'node:os';
import { openNameless, roomFault } from '../../../gateways/parsed-mets/nameless-file.js';
import { diskProbe, SOME, whyRefused, type DiskProbe } from '../../embedded/disk-probe.js';

/** Why the folder for temporary files cannot be used, in one sentence for the operator. */
export class TemporaryFolderFault extends Error {
  override name = 'TemporaryFolderFault';
  readonly code = 'temporary-folder-unusable';
}

const attempt = async (): Promise<void> => {
  const file = await openNameless('probe');
  try {
    await file.writeFile(SOME);
  } finally {
    await file.close();
  }
};

/**
 * Looks whether temporary files can be written, where answers about large METS are kept while they are sent. Rejects with
 * TemporaryFolderFault where that needs the operator; a folder without room is one that the probe tells of.
 */
export const probeTemporaryFiles = async (): Promise<DiskProbe> => {
  const what = `the folder for temporary files, ${tmpdir()} (TMPDIR),`;
  await attempt().catch((cause: unknown) => {
    if (roomFault(cause, what) !== null) return;
    throw new TemporaryFolderFault(`T${whyRefused(what, cause).slice(1)}.`, { cause });
  });
  return diskProbe({ what, attempt });
};
