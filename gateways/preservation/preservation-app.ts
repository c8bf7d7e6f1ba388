import type { Express } from 'express';
import { openDigestReader } from '../../commands/workspace/digests/digest-reader.js';
import type { IdentityService } from '../../formats/identity-records/identity-service.js';
import { groupActivities } from '../../projections/activity/activity-stream.js';
import type { ListedDeposit } from '../../projections/deposits/deposit-document.js';
import type { SearchView } from '../../projections/search/search-view.js';
import type { ReadModels } from '../../projections/read-models.js';
import {
  checkStorageBucket,
  checkStorageService,
  type AskStorageService,
} from './connectivity/check-storage-service.js';
import { checkWorkspaceBucket } from './connectivity/check-workspace-bucket.js';
import { getContent } from '../content/get-content.js';
import { objectFinder } from '../content/object/object-files.js';
import { objectRoutes } from '../content/object/object-routes.js';
import { filesDependencies } from '../files/files-dependencies.js';
import { filesRoutes } from '../files/files-routes.js';
import type { FindFiles } from '../files/find-files.js';
import { searchFiles } from '../files/search-files.js';
import { activityRoutes } from './activity/activity-routes.js';
import { getAgent } from './agents/get-agent.js';
import { listAgents } from './agents/list-agents.js';
import type { DepositDependencies } from './deposit-dependencies.js';
import { activateDeposit } from './deposits/activate-deposit.js';
import { archiveDeposit } from './archiving/archive-deposit.js';
import { getDepositArchiveJob } from './archiving/get-deposit-archive-job.js';
import { listArchivableDeposits } from './archiving/list-archivable-deposits.js';
import { reportArchiveJob } from './archiving/report-archive-job.js';
import { addToMets } from './mets/add-to-mets.js';
import { createDepositFromIdentifier } from './deposits/create-deposit-from-identifier.js';
import { createDeposit } from './deposits/create-deposit.js';
import { createImportJob } from './import-jobs/create-import-job.js';
import { deactivateDeposit } from './deposits/deactivate-deposit.js';
import { deleteDeposit } from './deposits/delete-deposit.js';
import { deleteFromMets } from './mets/delete-from-mets.js';
import { listEvents } from './events/list-events.js';
import { keptManifests } from './iiif/kept-manifests.js';
import { iiifRoutes, type IiifOptions } from './iiif/iiif-routes.js';
import { exportDeposit } from './deposits/export-deposit.js';
import { treeRoutes } from './workspace/tree-routes.js';
import { getDepositCredentials } from './credentials/get-deposit-credentials.js';
import { postDepositCredentials } from './credentials/post-deposit-credentials.js';
import type { OpenWorkspaceAccess } from './credentials/workspace-access.js';
import { getDepositContent } from './download/get-deposit-content.js';
import { getDepositDownload } from './download/get-deposit-download.js';
import { getDepositFilesystem } from './workspace/get-deposit-filesystem.js';
import { getActivity } from './history/get-activity.js';
import { getReport } from './report/get-report.js';
import { getDepositHistory } from './history/get-deposit-history.js';
import { getResourceHistory, getRootHistory } from './history/get-resource-history.js';
import { getDepositMets } from './mets/get-deposit-mets.js';
import { getDeposit } from './deposits/get-deposit.js';
import { getImportJobDiff } from './import-jobs/get-import-job-diff.js';
import { getImportJobResult } from './import-jobs/get-import-job-result.js';
import { getParsedMets } from './mets/get-parsed-mets.js';
import { groupMets, groupParsedMets } from './mets/group-mets.js';
import { listDeposits } from './deposits/list-deposits.js';
import { listImportJobResults } from './import-jobs/list-import-job-results.js';
import { lockDeposit } from './deposits/lock-deposit.js';
import { moveFiles } from './mets/move-files.js';
import { setMetsProperties } from './mets/set-mets-properties.js';
import { normaliseMets, previewNormalisation } from './mets/normalise-mets.js';
import { patchDeposit } from './deposits/patch-deposit.js';
import { listFindings } from './pipeline/list-findings.js';
import { getPipelineRun } from './pipeline/get-pipeline-run.js';
import { listPipelineRuns } from './pipeline/list-pipeline-runs.js';
import { reportPipelineStatus } from './pipeline/report-pipeline-status.js';
import { uploadRoutes } from './uploads/upload-routes.js';
import { runPipeline } from './pipeline/run-pipeline.js';
import { jobRoutes } from '../jobs/job-routes.js';
import { search } from './search/search.js';
import type { SearchFiles } from './search/search-files.js';
import { getSystem } from './system/get-system.js';
import type { PlatformSources } from './system/platform-sources.js';
import { unlockDeposit } from './deposits/unlock-deposit.js';
import { listAccessConditions, listRangeTypes, type Vocabularies } from './vocabularies/list-vocabularies.js';
import { parsedMetsAnswers, type AnswerParsedMets, type TakeMetsThread } from '../parsed-mets/parsed-mets-answer.js';
import { repositoryRoutes } from '../repository/repository-routes.js';
import type { Route } from '../http/route.js';
import { eventStreams } from '../service/event-streams.js';
import { createServiceApp, serviceDocument } from '../service/service-app.js';
import { repositoryDependencies, type ServiceOptions } from '../service/service-options.js';

export interface PreservationOptions extends ServiceOptions {
  readonly views: ServiceOptions['views'] & Pick<ReadModels, 'agents' | 'deposits' | 'pipelineRuns' | 'system'>;
  /** For METS that are too large to be parsed where requests are answered. */
  readonly takeMetsThread: TakeMetsThread;
  /** For the checks of the storage service. */
  readonly askStorageService: AskStorageService;
  readonly vocabularies: Vocabularies;
  /** For `GET /system`. */
  readonly platform: PlatformSources;
  readonly depositSearch: SearchView<ListedDeposit>;
  readonly searchFiles: SearchFiles;
  readonly findFiles: FindFiles;
  /** For `POST /deposits/from-identifier` and searches; there is none by default. */
  readonly identityService?: IdentityService | null;
  readonly openWorkspaceAccess: OpenWorkspaceAccess;
  /** How long access to a workspace is given. */
  readonly credentialSeconds: number;
  /** Deposits in IIIF viewers; none by default (EnableIiifMediaEndpoints). */
  readonly iiif?: IiifOptions | null;
}

/** The preservation service. Throws when its routes and its OpenAPI document do not match. */
export const createPreservationApp = (options: PreservationOptions): Express => {
  const document = serviceDocument('preservation', options);
  const on = repositoryDependencies(options, 'preservation');
  const files = filesDependencies(on);
  const findObject = objectFinder(on);
  const streams = eventStreams();
  const parsed = parsedMetsAnswers(options.takeMetsThread);
  const views = new Map([
    ['mets', groupMets(options.dependencies, options.groups)],
    ['parsed-mets', groupParsedMets(options.dependencies, options.groups, parsed)],
  ]);
  const deposits = depositRoutes(
    {
      ...on,
      deposits: options.views.deposits,
      depositBucket: options.dependencies.places.workspaceBucket,
      archivableDeposits: options.views.archivableDeposits,
      pipelineRuns: options.views.pipelineRuns,
      refusesInfected: options.refusesInfected ?? false,
      log: options.log,
      openWorkspaceAccess: options.openWorkspaceAccess,
      credentialSeconds: options.credentialSeconds,
      digestReader: openDigestReader(options.dependencies.bytes, options.ending),
      identityService: options.identityService ?? null,
    },
    parsed,
  );
  return createServiceApp('preservation', options, {
    document,
    routes: [
      ...repositoryRoutes(on, document, views),
      ...filesRoutes({ ...files, deposits: options.views.deposits }),
      getReport({ ...files, jobs: options.views.jobs, baseUrls: on.baseUrls, log: on.log }),
      getContent(on, findObject),
      ...objectRoutes(on, findObject),
      searchFiles(options.findFiles),
      ...activityRoutes(on, groupActivities(options.dependencies.events)),
      listAgents(options.views.agents, options.baseUrls),
      getAgent(options.views.agents, options.baseUrls),
      listEvents({ ...on, streams }),
      ...jobRoutes({ ...on, jobs: options.views.jobs, streams, refusesInfected: options.refusesInfected ?? false }),
      getSystem({ ...on, views: options.views, sources: options.platform }),
      checkStorageService(options.askStorageService),
      checkStorageBucket(options.askStorageService),
      checkWorkspaceBucket(options.dependencies),
      listAccessConditions(options.vocabularies),
      listRangeTypes(options.vocabularies),
      search({ ...options, identityService: options.identityService ?? null }),
      ...deposits,
      ...iiifRoutes({ ...on, answerMets: keptManifests(parsed) }, options.iiif ?? null),
    ],
  });
};

const depositRoutes = (on: DepositDependencies, parsed: AnswerParsedMets): Route[] => [
  listDeposits(on),
  createDeposit(on),
  exportDeposit(on),
  createDepositFromIdentifier(on),
  getDeposit(on),
  patchDeposit(on),
  deleteDeposit(on),
  lockDeposit(on),
  unlockDeposit(on),
  activateDeposit(on),
  deactivateDeposit(on),
  getDepositCredentials(on),
  postDepositCredentials(on),
  ...uploadRoutes(on),
  getDepositContent(on),
  getDepositDownload(on),
  getActivity(on),
  getDepositHistory(on),
  getRootHistory(on),
  getResourceHistory(on),
  getDepositFilesystem(on),
  ...treeRoutes(on),
  getDepositMets(on),
  getParsedMets(on, parsed),
  addToMets(on),
  deleteFromMets(on),
  moveFiles(on),
  setMetsProperties(on),
  normaliseMets(on),
  previewNormalisation(on),
  getImportJobDiff(on),
  createImportJob(on),
  listImportJobResults(on),
  getImportJobResult(on),
  archiveDeposit(on),
  reportArchiveJob(on),
  getDepositArchiveJob(on),
  listArchivableDeposits(on),
  runPipeline(on),
  reportPipelineStatus(on),
  listPipelineRuns(on),
  getPipelineRun(on),
  listFindings(on),
];
