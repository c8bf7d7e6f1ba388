import type { RetryContext } from '../../../api/with-retries.js';
import type { Uploader } from '../../deposit/upload-files.js';
import type { Service } from '../../program/verb.js';

/** What of a platform in this process is used beside its service. */
export interface OwnStore {
  /** Puts files into its store without a way over HTTP. */
  readonly upload: Uploader;
  /** The result of work; rejects where the disk of the platform refuses what is written. */
  readonly unlessRefused: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** The store of a service that is in this process; null for a platform that runs elsewhere. */
export type OwnStoreOf = (service: Service, patience: RetryContext) => OwnStore | null;
