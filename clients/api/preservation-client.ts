import { ApiFault } from './api-fault.js';
import { dataOf } from './data-of.js';
import type {
  ArchivableDeposit,
  ArchiveJob,
  ArchivePreview,
  DeleteSelection,
  Deposit,
  DepositCredentials,
  DepositPatch,
  DepositRequest,
  ImportResult,
  PipelineRun,
  ParsedMets,
  Resource,
  UploadRequests,
  WorkingDirectory,
} from './resources.js';
import { serviceRequests, type ServiceOptions, type ServiceRequests } from './service-requests.js';
import { preservationServiceOver, type PreservationService } from './typed-service.js';

/** Aborting the signal ends a request and its retries. */
interface ReadOptions {
  readonly signal?: AbortSignal;
}

interface ResourceOptions extends ReadOptions {
  /** `lightweight` for names and dates alone, without children, version and storage map. */
  readonly view?: 'lightweight';
}

/** A request that is repeated with the same key has no further effect; without a key nothing is retried. */
interface WriteOptions extends ReadOptions {
  readonly idempotencyKey?: string;
}

/** The edit is made only if the METS has this ETag; null where there is no METS. */
interface EditOptions extends ReadOptions {
  readonly metsETag: string | null;
}

/**
 * Operations of the preservation service, by their operationIds. Paths are escaped, ids are last segments of URIs. All
 * reject with ApiFault, and with the signal's reason when it aborts; reads of a missing resource answer null.
 */
export interface PreservationClient {
  getResource(path: string, options?: ResourceOptions): Promise<Resource | null>;
  /** The type of a resource, `Tombstone` for a deleted one; `type` is null where the service does not give it. */
  headResource(path: string, options?: ReadOptions): Promise<{ readonly type: string | null } | null>;
  /** Creates a container. */
  putResource(path: string, options?: WriteOptions): Promise<void>;
  createDeposit(request: DepositRequest, options?: WriteOptions): Promise<Deposit>;
  getDeposit(depositId: string, options?: ReadOptions): Promise<Deposit | null>;
  patchDeposit(depositId: string, patch: DepositPatch, options?: WriteOptions): Promise<Deposit>;
  activateDeposit(depositId: string, options?: WriteOptions): Promise<void>;
  /** The files and folders that are now in the workspace. */
  getDepositFilesystem(depositId: string, options?: ReadOptions): Promise<WorkingDirectory>;
  /** Access to upload files and folders, at most 1,000 of each; changes nothing. */
  postDepositCredentials(
    depositId: string,
    requests: UploadRequests,
    options?: ReadOptions,
  ): Promise<DepositCredentials>;
  getParsedMets(depositId: string, options?: ReadOptions): Promise<ParsedMets>;
  addToMets(depositId: string, paths: readonly string[], options: EditOptions): Promise<void>;
  deleteFromMets(depositId: string, selection: DeleteSelection, options: EditOptions): Promise<void>;
  /** Imports all differences between the deposit and its archival group. */
  createImportJob(depositId: string, options?: WriteOptions): Promise<ImportResult>;
  listImportJobResults(depositId: string, options?: ReadOptions): Promise<readonly ImportResult[]>;
  getImportJobResult(depositId: string, resultId: string, options?: ReadOptions): Promise<ImportResult>;
  /** Has the tools look at the files of a deposit; refused with 409 while a run has not ended. */
  runPipeline(depositId: string, options?: WriteOptions): Promise<void>;
  /** The oldest first. */
  listPipelineRuns(depositId: string, options?: ReadOptions): Promise<readonly PipelineRun[]>;
  /** The deposits that the archiver would take next, the oldest first; `olderThan` is a period such as `P6M`. */
  listArchivableDeposits(
    olderThan: string,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly ArchivableDeposit[]>;
  /** Begins an archive job. */
  archiveDeposit(depositId: string, olderThan: string, options?: WriteOptions): Promise<ArchiveJob>;
  /** Null where the deposit has none. */
  getDepositArchiveJob(depositId: string, options?: ReadOptions): Promise<ArchiveJob | null>;
  /** What `archiveDeposit` would remove; changes nothing. */
  previewArchiving(depositId: string, olderThan: string, options?: ReadOptions): Promise<ArchivePreview>;
}

/** The last segment of a URI: the id of a deposit or of a job's result. */
export const idIn = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const keyed = ({ idempotencyKey }: WriteOptions) =>
  idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };

const matching = ({ metsETag }: EditOptions) => (metsETag === null ? {} : { 'If-Match': metsETag });

const until = ({ signal }: ReadOptions) => (signal === undefined ? {} : { signal });

const isStatus = (error: unknown, status: number): boolean => error instanceof ApiFault && error.status === status;

const nullIfMissing = (error: unknown): null => {
  if (isStatus(error, 404)) return null;
  throw error;
};

type Part<Name extends keyof PreservationClient> = Pick<PreservationClient, Name>;

const repositoryOf = (service: PreservationService): Part<'getResource' | 'headResource' | 'putResource'> => ({
  getResource: async (path, options = {}) => {
    const { view } = options;
    const params = { path: { path }, ...(view === undefined ? {} : { query: { view } }) };
    const found = await dataOf(service.GET('/repository/{path}', { params, ...until(options) })).catch(nullIfMissing);
    if (found !== null && !('type' in found)) throw new ApiFault(`/repository/${path} was answered with a METS.`);
    return found;
  },
  headResource: async (path, options = {}) => {
    try {
      const { response } = await service.HEAD('/repository/{path}', { params: { path: { path } }, ...until(options) });
      return { type: response.headers.get('x-preservation-resource-type') };
    } catch (error) {
      return isStatus(error, 410) ? { type: 'Tombstone' } : nullIfMissing(error);
    }
  },
  putResource: async (path, options = {}) => {
    const params = { path: { path }, header: keyed(options) };
    await service.PUT('/repository/{path}', { params, ...until(options) });
  },
});

type DepositPart = Part<'createDeposit' | 'getDeposit' | 'patchDeposit' | 'activateDeposit'>;

const depositsOf = (service: PreservationService): DepositPart => ({
  createDeposit: (body, options = {}) =>
    dataOf(service.POST('/deposits', { params: { header: keyed(options) }, body, ...until(options) })),
  getDeposit: (depositId, options = {}) =>
    dataOf(service.GET('/deposits/{depositId}', { params: { path: { depositId } }, ...until(options) })).catch(
      nullIfMissing,
    ),
  patchDeposit: (depositId, body, options = {}) => {
    const params = { path: { depositId }, header: keyed(options) };
    return dataOf(service.PATCH('/deposits/{depositId}', { params, body, ...until(options) }));
  },
  activateDeposit: async (depositId, options = {}) => {
    const params = { path: { depositId }, header: keyed(options) };
    await service.PUT('/deposits/{depositId}/activate', { params, ...until(options) });
  },
});

type WorkspacePart = Part<
  'getDepositFilesystem' | 'postDepositCredentials' | 'getParsedMets' | 'addToMets' | 'deleteFromMets'
>;

const workspacesOf = (service: PreservationService): WorkspacePart => ({
  getDepositFilesystem: (depositId, options = {}) => {
    const params = { path: { depositId }, query: { refresh: true } };
    return dataOf(service.GET('/deposits/{depositId}/filesystem', { params, ...until(options) }));
  },
  postDepositCredentials: (depositId, { files, folders }, options = {}) => {
    const params = { path: { depositId } };
    const body = { files: [...files], folders: [...folders] };
    return dataOf(service.POST('/deposits/{depositId}/credentials', { params, body, ...until(options) }));
  },
  getParsedMets: (depositId, options = {}) =>
    dataOf(service.GET('/deposits/{depositId}/parsed-mets', { params: { path: { depositId } }, ...until(options) })),
  addToMets: async (depositId, paths, options) => {
    const params = { path: { depositId }, header: matching(options) };
    const body = [...paths];
    await service.POST('/deposits/{depositId}/mets', { params, body, ...until(options) });
  },
  deleteFromMets: async (depositId, body, options) => {
    const params = { path: { depositId }, header: matching(options) };
    await service.POST('/deposits/{depositId}/mets/delete', { params, body, ...until(options) });
  },
});

type ImportPart = Part<'createImportJob' | 'listImportJobResults' | 'getImportJobResult'>;

const importsOf = (service: PreservationService): ImportPart => ({
  createImportJob: (depositId, options = {}) => {
    const params = { path: { depositId }, header: keyed(options) };
    const body = { id: `/deposits/${depositId}/importjobs/diff` }; // without a host: a repeated request must be the same text on any port
    return dataOf(service.POST('/deposits/{depositId}/importjobs', { params, body, ...until(options) }));
  },
  listImportJobResults: (depositId, options = {}) => {
    const params = { path: { depositId } };
    return dataOf(service.GET('/deposits/{depositId}/importjobs/results', { params, ...until(options) }));
  },
  getImportJobResult: (depositId, resultId, options = {}) => {
    const params = { path: { depositId, resultId } };
    return dataOf(service.GET('/deposits/{depositId}/importjobs/results/{resultId}', { params, ...until(options) }));
  },
});

const pipelineOf = (service: PreservationService): Part<'runPipeline' | 'listPipelineRuns'> => ({
  runPipeline: async (depositId, options = {}) => {
    const params = { path: { depositId }, header: keyed(options) };
    await service.POST('/deposits/{depositId}/pipeline', { params, ...until(options) });
  },
  listPipelineRuns: (depositId, options = {}) =>
    dataOf(
      service.GET('/deposits/{depositId}/pipelinerunjobs', { params: { path: { depositId } }, ...until(options) }),
    ),
});

type ArchivingPart = Part<'listArchivableDeposits' | 'archiveDeposit' | 'getDepositArchiveJob' | 'previewArchiving'>;

const archivingOf = (service: PreservationService): ArchivingPart => ({
  listArchivableDeposits: async (olderThan, limit, options = {}) => {
    const params = { query: { olderThan, limit } };
    return (await dataOf(service.GET('/depositArchiveCandidates', { params, ...until(options) }))).deposits;
  },
  archiveDeposit: async (depositId, olderThan, options = {}) => {
    const params = { path: { depositId }, header: keyed(options) };
    const body = { olderThan };
    const begun = await dataOf(service.POST('/deposits/{depositId}/archive', { params, body, ...until(options) }));
    if (begun.type !== 'ArchiveJobResult') throw new ApiFault('A preview was returned where a job was asked for.');
    return begun;
  },
  getDepositArchiveJob: (depositId, options = {}) =>
    dataOf(
      service.GET('/depositArchiveJobs/{depositId}', { params: { path: { depositId } }, ...until(options) }),
    ).catch(nullIfMissing),
  previewArchiving: async (depositId, olderThan, options = {}) => {
    const params = { path: { depositId } };
    const body = { dryRun: true, olderThan };
    const shown = await dataOf(service.POST('/deposits/{depositId}/archive', { params, body, ...until(options) }));
    if (shown.type !== 'ArchivePreview') throw new ApiFault('A job was begun where a preview was asked for.');
    return shown;
  },
});

/** The operations as requests to the service at a base address. */
export const operationsOf = (base: string, requests: ServiceRequests): PreservationClient => {
  const service = preservationServiceOver(base, requests);
  return {
    ...repositoryOf(service),
    ...depositsOf(service),
    ...workspacesOf(service),
    ...importsOf(service),
    ...pipelineOf(service),
    ...archivingOf(service),
  };
};

/** A client of the preservation service at a base address without a final slash. */
export const preservationClient = (base: string, options?: ServiceOptions): PreservationClient =>
  operationsOf(base, serviceRequests(options));
