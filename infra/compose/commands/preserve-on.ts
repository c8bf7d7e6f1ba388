import { join } from 'node:path';
import { escapePath, parsePath } from '../../../formats/paths/repository-path.js';
import { dryRunText } from '../../../clients/command-line/output/dry-run-text.js';
import type { PreservableFolder } from '../../../clients/command-line/folder/preservable-folder.js';
import { junkAmong } from '../../../clients/command-line/folder/junk.js';
import { outcomeText, remarkRows } from '../../../clients/command-line/output/outcome.js';
import type { RetryContext } from '../../../clients/api/with-retries.js';
import { preservationClient } from '../../../clients/api/preservation-client.js';
import type { PreserveArguments } from '../../../clients/command-line/arguments/preserve-arguments.js';
import { preserveFolder, previewFolder } from '../../../clients/command-line/preserve-folder.js';
import type { Progress } from '../../../clients/command-line/output/progress.js';
import type { Approve } from '../../../clients/command-line/output/question.js';
import { shellWord } from '../../../clients/command-line/output/shell-word.js';
import { engineByteStore } from '../../embedded/byte-store.js';
import type { ownCalls } from './own-calls.js';
import type { Platform, Ready } from '../platform/platform.js';
import { directUploader } from './direct-uploader.js';

/** What to preserve, and how to call the services. */
export interface PreserveWork extends PreserveArguments {
  readonly local: PreservableFolder;
  readonly own: ReturnType<typeof ownCalls>;
  /** The address that `npm start` would use, without a slash at its end; null where it picks a port. */
  readonly address: string | null;
  /** The data folder in the environment; undefined where it is not set. */
  readonly dataSetting: string | undefined;
}

interface Around {
  readonly progress: Progress;
  readonly patience: RetryContext;
  readonly approve: Approve;
}

/** The folder on disk of `s3://<bucket>/<object path>`. */
const onDisk = (origin: string, { data }: Ready): string => join(data, 'ocfl', origin.replace(/^s3:\/\/[^/]+\//, ''));

/** Preserves the folder as a client of a started platform; answers the text to print. */
export const preserveOn = async (
  { ready, engine }: Pick<Platform, 'ready' | 'engine'>,
  work: PreserveWork,
  around: Around,
): Promise<string> => {
  const { local, own, address, dataSetting } = work;
  const { progress, patience, approve } = around;
  const path = parsePath(work.segments.join('/'));
  const client = preservationClient(ready.preservation, { authHeaders: own, retries: patience });
  const remarks = { junk: junkAmong(local.files.map((file) => file.path)), leftOut: local.leftOut };
  if (work.dryRun) {
    const text = dryRunText(await previewFolder({ client, progress }, work));
    return (
      text +
      remarkRows(remarks)
        .map((row) => `${row}\n`)
        .join('')
    );
  }
  const stores = { objects: engineByteStore(engine), upload: directUploader(engine, patience) };
  const preserved = await preserveFolder({ client, ...stores, progress, retries: patience, approve }, work);
  return outcomeText(preserved, {
    path,
    object: onDisk(preserved.group.origin, ready),
    address: address === null ? null : `${address}/repository/${escapePath(path)}`,
    before: dataSetting === undefined ? '' : `MUNIMENT_DATA=${shellWord(dataSetting)} `,
    ...remarks,
  });
};
