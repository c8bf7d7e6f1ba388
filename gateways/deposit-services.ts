import type { RepositoryServices } from './repository-services.js';

/** What the operations on deposits stand on. */
export interface DepositServices extends Pick<RepositoryServices, 'services' | 'baseUrls' | 'shown'> {
  /** The bucket in which a caller's deposits are made. */
  readonly depositBucket: string;
}
