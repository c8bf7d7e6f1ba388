import type { DigestReader } from '../../commands/workspace/digest-reader.js';
import type { Logger } from '../http/logger.js';
import type { RepositoryServices } from '../service/repository-services.js';

/** What the operations on deposits stand on. */
export interface DepositServices extends Pick<
  RepositoryServices,
  'services' | 'baseUrls' | 'self' | 'groups' | 'normalisesMets' | 'waitForViews'
> {
  /** The bucket in which deposits are made, but for callers with one of their own. */
  readonly depositBucket: string;
  readonly log: Logger;
  /** For files that came without a digest. */
  readonly digestReader: DigestReader;
}
