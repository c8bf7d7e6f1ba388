import type { RetryContext } from '../../../clients/api/with-retries.js';
import type { OwnStore } from '../../../clients/command-line/verbs/preserve/own-store.js';
import type { Service } from '../../../clients/command-line/program/verb.js';
import { directUploader } from '../commands/direct-uploader.js';
import { unlessDiskRefuses } from '../commands/unless-disk-refuses.js';
import { platformOf } from './own-platforms.js';

/** The store of a service whose platform is in this process; null for one that runs elsewhere. */
export const ownStoreOf = (service: Service, patience: RetryContext): OwnStore | null => {
  const own = platformOf(service);
  if (own === undefined) return null;
  const { platform, patienceMs } = own;
  return {
    upload: directUploader(platform.engine, patience),
    unlessRefused: (work) => unlessDiskRefuses(work, platform.fault, patienceMs),
  };
};
