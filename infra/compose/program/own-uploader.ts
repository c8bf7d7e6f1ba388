import type { OwnUploaderOf } from '../../../clients/command-line/verbs/preserve/own-uploader.js';
import { directUploader } from '../commands/direct-uploader.js';
import { platformOf } from './own-platforms.js';

/** Puts files into the store of a platform in this process; null for one that runs elsewhere. */
export const ownUploaderOf: OwnUploaderOf = (service, patience) => {
  const platform = platformOf(service);
  return platform === undefined ? null : directUploader(platform.engine, patience);
};
