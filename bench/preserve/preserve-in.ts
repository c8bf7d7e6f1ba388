import { basename } from 'node:path';
import { preservationClient } from '../../clients/api/preservation-client.js';
import { readPreservableFolder } from '../../clients/command-line/folder/preservable-folder.js';
import { preserveFolder } from '../../clients/command-line/preserve-folder.js';
import { directUploader } from '../../infra/compose/commands/direct-uploader.js';
import { startPlatform, type Platform } from '../../infra/compose/platform.js';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { ownConfig } from '../../test/support/own-config.js';
import { quiet } from '../../test/support/quiet-progress.js';

/** The platform as the command starts it, in this process. */
export const startQuietly = (data: string): Promise<Platform> =>
  startPlatform(ownConfig(data, { MUNIMENT_LOG_LEVEL: 'warn' }));

/** Preserves a folder as the command does, under its name. */
export const preserveIn = async (platform: Platform, folder: string, progress = quiet): Promise<void> => {
  const local = await readPreservableFolder(folder);
  const client = preservationClient(platform.ready.preservation);
  const stores = { objects: engineByteStore(platform.engine), upload: directUploader(platform.engine) };
  const request = { folder, local, segments: ['bench', basename(folder)], name: null };
  const { group } = await preserveFolder({ client, ...stores, progress }, request);
  if (group.files !== local.files.length + 1) throw new Error(`${group.files} files were preserved`);
};
