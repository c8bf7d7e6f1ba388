import type { DigestReader } from '../../commands/workspace/digests/digest-reader.js';
import type { IdentityService } from '../../formats/identity-records/identity-service.js';
import type { OpenWorkspaceAccess } from './credentials/workspace-access.js';
import type { ArchivableDepositsView } from '../../projections/archivable-deposits/archivable-deposits.js';
import type { DepositsView } from '../../projections/deposits/deposits-view.js';
import type { PipelineRunsView } from '../../projections/pipeline-runs/pipeline-runs.js';
import type { Logger } from '../http/logger.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

/** What the operations on deposits use. */
export interface DepositDependencies extends Pick<
  RepositoryDependencies,
  | 'dependencies'
  | 'baseUrls'
  | 'self'
  | 'repository'
  | 'groups'
  | 'serveArchive'
  | 'normalisesMets'
  | 'waitForViews'
  | 'readProgress'
> {
  readonly deposits: DepositsView;
  /** The bucket for deposits of callers without their own. */
  readonly depositBucket: string;
  /** The deposits that the archiver may take. */
  readonly archivableDeposits: ArchivableDepositsView;
  readonly pipelineRuns: PipelineRunsView;
  /** Whether a deposit is not imported whose last pipeline run found a virus. */
  readonly refusesInfected: boolean;
  readonly log: Logger;
  readonly openWorkspaceAccess: OpenWorkspaceAccess;
  /** How long access to a workspace is given. */
  readonly credentialSeconds: number;
  /** For files that were uploaded without a digest. */
  readonly digestReader: DigestReader;
  /** Null where the platform looks up no identity records. */
  readonly identityService: IdentityService | null;
}
