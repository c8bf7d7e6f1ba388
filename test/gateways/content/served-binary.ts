import type { ByteStore, ObjectAddress } from '../../../formats/bytes.js';
import type { BinaryRecord } from '../../../formats/group-state/group-state.js';
import { storedIn } from '../../../formats/group-state/storage-map.js';
import type { GroupContent, GroupReader } from '../../../gateways/group-content/group-reader.js';
import { createApp } from '../../../gateways/http/app.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { ownFaults } from '../../../gateways/service/own-faults.js';
import { archiveServing } from '../../../gateways/http/answer/archive-serving.js';
import { getContent } from '../../../gateways/content/get-content.js';
import { objectFinder } from '../../../gateways/content/object/object-files.js';
import type { RepositoryView, ResourceDocument } from '../../../projections/repository/repository.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';
import { memoryLog, serve, type LogLine, type Service } from '../service.js';
import { sha256Of } from '../../support/sha256.js';

/** The path in the group `group` of the one binary that is served. */
const INNER = 'file';

const AT = '2026-11-20T08:49:37.000Z';
const SAID = { created: AT, createdBy: 'dev', modified: AT, modifiedBy: 'dev' } as const;

const group: ResourceDocument = {
  path: 'group',
  escapedPath: 'group',
  parent: '',
  kind: 'archivalGroup',
  displayName: null,
  created: AT,
  createdBy: 'dev',
  lastModified: AT,
  lastModifiedBy: 'dev',
  jobId: null,
  head: 1,
  shown: true,
  tombstone: false,
  since: '1' as ResourceDocument['since'],
  coming: null,
};

const metsAgent = { name: 'Muniment', accepted: [] };

const refuse = (): Promise<never> => Promise.reject(new Error('not asked in these tests'));

/** A service with the content of one binary, which lies on a store and is recorded with a size. */
export const servedBinary = async (
  bytes: ByteStore,
  { bucket, key }: ObjectAddress,
  size: number | null,
): Promise<Service & { readonly uri: string; readonly lines: readonly LogLine[] }> => {
  const record: BinaryRecord = {
    type: 'Binary',
    path: INNER,
    name: null,
    contentType: null,
    size,
    sha256: null,
    ...SAID,
  };
  const hash = sha256Of('any');
  const [root = '', ...rest] = key.split('/');
  const inventory = { digestAlgorithm: 'sha256', head: 'v1' };
  const content = {
    path: group.path,
    place: { bucket, root },
    inventory,
    version: 'v1',
    state: { name: '', containers: new Map(), binaries: new Map([[INNER, record]]), tombstones: new Map() },
    storage: storedIn({ files: new Map([[INNER, { hash, fullPath: rest.join('/') }]]), hashes: new Map() }),
    children: new Map(),
  } as unknown as GroupContent;
  const repository: RepositoryView = {
    document: refuse,
    children: refuse,
    isTombstone: refuse,
    resource: (path) => Promise.resolve(path === group.path ? group : null),
  };
  const groups = {
    inventory: () => Promise.resolve(inventory),
    content: () => Promise.resolve(content),
  } as unknown as GroupReader;
  const { paths, ...document } = readOpenApi('storage');
  const template = '/content/{path}';
  const { log, lines } = memoryLog();
  const app = createApp({
    document: { ...document, paths: { [template]: paths[template]! } },
    routes: [
      getContent(
        {
          dependencies: { bytes, now: () => new Date(), metsAgent },
          repository,
          groups,
          serveArchive: archiveServing(),
          log,
        },
        objectFinder({ dependencies: { bytes }, repository, groups }),
      ),
    ],
    identify: developmentIdentity('dev'),
    ownFaults,
    log,
    bodyLimits: { most: 1_000 },
  });
  const service = await serve(app);
  return { ...service, uri: `${service.base}/content/${group.path}/${INNER}`, lines };
};
