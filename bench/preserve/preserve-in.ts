import { basename } from 'node:path';
import { preservationClient } from '../../clients/api/preservation-client.js';
import { readPreservableFolder } from '../../clients/command-line/folder/preservable-folder.js';
import type { Progress } from '../../clients/command-line/output/progress.js';
import { preserveFolder } from '../../clients/command-line/preserve-folder.js';
import { directUploader } from '../../infra/compose/commands/direct-uploader.js';
import type { Platform } from '../../infra/compose/platform/platform.js';
import { localDigests } from '../../test/support/local-digests.js';

/** Preserves a folder as the command does, in the container `bench` under its own name. */
export const preserveIn = async (platform: Platform, folder: string, progress: Progress): Promise<void> => {
  const local = await readPreservableFolder(folder);
  const client = preservationClient(platform.ready.preservation);
  const upload = directUploader(platform.engine);
  const digests = localDigests(local, progress);
  const request = { local, digests, segments: ['bench', basename(folder)], name: null, defaultName: basename(folder) };
  const { group } = await preserveFolder({ client, upload, progress }, request);
  if (group.files !== local.files.length + 1) throw new Error(`${group.files} files were preserved`);
};
