import type { RetryContext } from '../../../api/with-retries.js';
import type { Uploader } from '../../deposit/upload-files.js';
import type { Service } from '../../program/verb.js';

/** Puts files into the store of a service in this process without a way over HTTP; null for a platform that runs elsewhere. */
export type OwnUploaderOf = (service: Service, patience: RetryContext) => Uploader | null;
