import type { DigestReader } from '../../commands/workspace/digest-reader.js';
import type { Logger } from '../http/logger.js';
import type { RepositoryServices } from '../service/repository-services.js';

/** What the operations on deposits use. */
export interface DepositServices extends Pick<
  RepositoryServices,
  'services' | 'baseUrls' | 'self' | 'groups' | 'normalisesMets' | 'waitForViews'
> {
  /** The bucket for deposits of callers without their own. */
  readonly depositBucket: string;
  readonly log: Logger;
  /** For files that were uploaded without a digest. */
  readonly digestReader: DigestReader;
}
