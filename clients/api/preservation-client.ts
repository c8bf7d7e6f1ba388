import type {
  ArchivableDeposit,
  ArchivalGroup,
  ArchiveJob,
  ArchivePreview,
  DeleteSelection,
  Deposit,
  DepositRequest,
  ImportResult,
  ParsedMets,
  Resource,
} from './resources.js';
import { serviceCalls, type CallOptions, type ServiceCalls, type ServiceOptions } from './service-calls.js';

/** Aborting the signal ends a request and its retries. */
interface ReadOptions {
  readonly signal?: AbortSignal;
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
  getResource(path: string, options?: ReadOptions): Promise<Resource | ArchivalGroup | null>;
  /** The type of a resource; `type` is null where the service does not give it. */
  headResource(path: string, options?: ReadOptions): Promise<{ readonly type: string | null } | null>;
  /** Creates a container. */
  putResource(path: string, options?: WriteOptions): Promise<void>;
  createDeposit(request: DepositRequest, options?: WriteOptions): Promise<Deposit>;
  getDeposit(depositId: string, options?: ReadOptions): Promise<Deposit | null>;
  patchDeposit(depositId: string, patch: Omit<DepositRequest, 'template'>, options?: WriteOptions): Promise<Deposit>;
  activateDeposit(depositId: string, options?: WriteOptions): Promise<void>;
  getParsedMets(depositId: string, options?: ReadOptions): Promise<ParsedMets>;
  addToMets(depositId: string, paths: readonly string[], options: EditOptions): Promise<void>;
  deleteFromMets(depositId: string, selection: DeleteSelection, options: EditOptions): Promise<void>;
  /** Imports all differences between the deposit and its archival group. */
  createImportJob(depositId: string, options?: WriteOptions): Promise<ImportResult>;
  listImportJobResults(depositId: string, options?: ReadOptions): Promise<readonly ImportResult[]>;
  getImportJobResult(depositId: string, resultId: string, options?: ReadOptions): Promise<ImportResult>;
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

const depositPath = (depositId: string): string => `/deposits/${depositId}`;

const keyed = ({ idempotencyKey, signal }: WriteOptions): Pick<CallOptions, 'headers' | 'signal'> => ({
  headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  signal,
});

const matching = ({ metsETag, signal }: EditOptions): Pick<CallOptions, 'headers' | 'signal'> => ({
  headers: metsETag === null ? {} : { 'if-match': metsETag },
  signal,
});

/** The operations as requests to a service. */
export const operationsOf = ({ call }: ServiceCalls): PreservationClient => {
  const read = async <Value>(path: string, { signal }: ReadOptions = {}): Promise<Value> =>
    (await call<Value>('GET', path, { expected: [200], signal })).value;
  const readIfThere = async <Value>(path: string, { signal }: ReadOptions = {}): Promise<Value | null> => {
    const { status, value } = await call<Value>('GET', path, { expected: [200, 404], signal });
    return status === 404 ? null : value;
  };
  const edit = async (path: string, body: unknown, options: EditOptions): Promise<void> => {
    await call('POST', path, { expected: [200], body, ...matching(options) });
  };
  return {
    getResource: (path, options) => readIfThere(`/repository/${path}`, options),
    headResource: async (path, { signal } = {}) => {
      const { status, headers } = await call('HEAD', `/repository/${path}`, { expected: [200, 404], signal });
      return status === 404 ? null : { type: headers.get('x-preservation-resource-type') };
    },
    putResource: async (path, options = {}) => {
      await call('PUT', `/repository/${path}`, { expected: [201], ...keyed(options) });
    },
    createDeposit: async (body, options = {}) =>
      (await call<Deposit>('POST', '/deposits', { expected: [201], body, ...keyed(options) })).value,
    getDeposit: (depositId, options) => readIfThere(depositPath(depositId), options),
    patchDeposit: async (depositId, body, options = {}) =>
      (await call<Deposit>('PATCH', depositPath(depositId), { expected: [200], body, ...keyed(options) })).value,
    activateDeposit: async (depositId, options = {}) => {
      await call('PUT', `${depositPath(depositId)}/activate`, { expected: [204], ...keyed(options) });
    },
    getParsedMets: (depositId, options) => read(`${depositPath(depositId)}/parsed-mets`, options),
    addToMets: (depositId, paths, options) => edit(`${depositPath(depositId)}/mets`, paths, options),
    deleteFromMets: (depositId, selection, options) =>
      edit(`${depositPath(depositId)}/mets/delete`, selection, options),
    createImportJob: async (depositId, options = {}) => {
      const path = `${depositPath(depositId)}/importjobs`;
      const body = { id: `${path}/diff` }; // without a host: a repeated request must be the same text on any port
      return (await call<ImportResult>('POST', path, { expected: [201], body, ...keyed(options) })).value;
    },
    listImportJobResults: (depositId, options) => read(`${depositPath(depositId)}/importjobs/results`, options),
    getImportJobResult: (depositId, resultId, options) =>
      read(`${depositPath(depositId)}/importjobs/results/${resultId}`, options),
    listArchivableDeposits: async (olderThan, limit, options) => {
      const query = `olderThan=${encodeURIComponent(olderThan)}&limit=${limit}`;
      const path = `/depositArchiveCandidates?${query}`;
      return (await read<{ readonly deposits: readonly ArchivableDeposit[] }>(path, options)).deposits;
    },
    archiveDeposit: async (depositId, olderThan, options = {}) => {
      const path = `${depositPath(depositId)}/archive`;
      return (await call<ArchiveJob>('POST', path, { expected: [202], body: { olderThan }, ...keyed(options) })).value;
    },
    getDepositArchiveJob: (depositId, options) => readIfThere(`/depositArchiveJobs/${depositId}`, options),
    previewArchiving: async (depositId, olderThan, { signal } = {}) => {
      const body = { dryRun: true, olderThan };
      const path = `${depositPath(depositId)}/archive`;
      return (await call<ArchivePreview>('POST', path, { expected: [200], body, signal })).value;
    },
  };
};

/** A client of the preservation service at a base address without a final slash. */
export const preservationClient = (base: string, options?: ServiceOptions): PreservationClient =>
  operationsOf(serviceCalls(base, options));
