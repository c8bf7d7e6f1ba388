import { digestBytes } from '../../../formats/digests/digested.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import type { ExamplePlatform } from '../example-platform.js';
import type { ExampleRequest, Recorder } from './recorder.js';

type RequestContent = Omit<ExampleRequest, 'service' | 'operationId' | 'name' | 'method' | 'path'>;

/** What every part of the conversation is given. */
interface Talk {
  readonly platform: ExamplePlatform;
  /** `words` are the operationId and the name of the example; `line` is the method and the path. */
  readonly preservation: (words: string, line: string, sent?: RequestContent) => Promise<AnswerProperties>;
  readonly storage: (words: string, line: string, sent?: RequestContent) => Promise<AnswerProperties>;
}

/** The properties that later requests use. */
interface AnswerProperties {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const GROUP = 'letters/1911';
const PAGE = 'objects/page-1.txt';
const PAGE_TEXT = 'Dear Clara,\n';

const idIn = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
const pathOf = (uri: string): string => new URL(uri).pathname;
const hasEnded = ({ status }: { readonly status: string }): boolean => status.startsWith('completed');

const upload = async (platform: ExamplePlatform, files: string, path: string, text: string): Promise<void> => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
  await platform.bytes.put({ bucket, key: prefix + path }, Buffer.from(text), { contentType: 'text/plain' });
};

const aboutServices = async ({ preservation, storage }: Talk): Promise<void> => {
  await preservation('describeApi document', 'GET /openapi.json');
  await storage('describeApi document', 'GET /openapi.json');
  await preservation('whoAmI user', 'GET /whoami');
  await storage('whoAmI user', 'GET /whoami');
  await preservation('checkStorageService reached', 'GET /storage');
  await preservation('checkWorkspaceBucket reached', 'GET /storage/check-s3');
  await preservation('checkStorageBucket reached', 'GET /storage/check-storage-s3');
  await storage('checkRepository reached', 'GET /repo');
  await storage('checkRepositoryBucket reached', 'GET /storagecheck');
  await preservation('listAccessConditions default', 'GET /access-conditions');
  await preservation('listRangeTypes default', 'GET /range-types');
};

const containers = async ({ preservation, storage }: Talk): Promise<void> => {
  await preservation('putResource container', 'PUT /repository/letters', { body: { name: 'Letters' }, status: 201 });
  await storage('putResource container', 'PUT /repository/scans', { body: { name: 'Scans' }, status: 201 });
  const refused = { body: { name: 'Everything' }, status: 409 };
  await preservation('putRepositoryRoot refused', 'PUT /repository', refused);
  await storage('putRepositoryRoot refused', 'PUT /repository', refused);
  await preservation('validateArchivalGroup possible', `GET /validation/archivalgroup/${GROUP}`);
  await storage('testImportPath possible', 'GET /import/test-path/scans/1911');
};

/** A deposit with files in it and in its METS; answers its path. */
const deposits = async ({ preservation, platform }: Talk): Promise<string> => {
  const body = { template: 'RootLevel', archivalGroup: `/repository/${GROUP}`, archivalGroupName: 'Letters of 1911' };
  const made = await preservation('createDeposit for-new-group', 'POST /deposits', { body, status: 201 });
  const at = pathOf(made.id);
  const sha256 = digestBytes(PAGE_TEXT).sha256;
  await preservation('getDepositCredentials one-file', `GET ${at}/credentials?file=${sha256}:${PAGE}`);
  const files = [{ path: PAGE, sha256 }];
  await preservation('postDepositCredentials one-file', `POST ${at}/credentials`, { body: { files } });
  for (const [path, text] of [
    [PAGE, PAGE_TEXT],
    ['objects/draft.txt', 'Dear C'],
  ] as const)
    await upload(platform, made.files, path, text);
  platform.passTime(MINUTE);
  const match = async (): Promise<RequestContent> => {
    const { metsETag } = await preservation('getDeposit active', `GET ${at}`);
    return { headers: { 'if-match': metsETag } };
  };
  const paths = [PAGE, 'objects/draft.txt', 'objects/page-2.txt'];
  await preservation('addToMets two-files', `POST ${at}/mets`, { body: paths, ...(await match()) });
  await preservation('getDepositFilesystem workspace', `GET ${at}/filesystem?refresh=true`);
  const items = [{ path: 'objects/draft.txt', isDir: false }];
  const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items };
  await preservation('deleteFromMets one-file', `POST ${at}/mets/delete`, { body: selection, ...(await match()) });
  await preservation('normaliseMets nothing-to-do', `POST ${at}/mets/normalise`, await match());
  await preservation('getDepositCombined both', `GET ${at}/combined?refresh=true`);
  await preservation('getParsedMets deposit', `GET ${at}/parsed-mets`);
  await preservation('patchDeposit text', `PATCH ${at}`, { body: { submissionText: 'First box' } });
  await match();
  return at;
};

const imports = async ({ preservation, platform }: Talk, deposit: string): Promise<void> => {
  platform.passTime(MINUTE);
  await preservation('getImportJobDiff first-version', `GET ${deposit}/importjobs/diff`);
  const body = { id: `${deposit}/importjobs/diff` };
  const job = await preservation('createImportJob all-differences', `POST ${deposit}/importjobs`, {
    body,
    status: 201,
  });
  const path = `GET ${deposit}/importjobs/results/${idIn(job.id)}`;
  await preservation('getImportJobResult completed', path, { until: hasEnded });
  await platform.settle();
  await preservation('listImportJobResults completed', `GET ${deposit}/importjobs/results`);
};

/** An import and exports that need no deposit. */
const storageJobs = async ({ storage, platform }: Talk): Promise<void> => {
  platform.passTime(MINUTE);
  const { storage: base } = platform.ready;
  const { workspaceBucket } = platform.ready.s3;
  const origin = `s3://${workspaceBucket}/scans/`;
  await upload(platform, origin, 'mets.xml', '<mets xmlns="http://www.loc.gov/METS/"/>');
  const group = `${base}/repository/scans/1911`;
  const added = {
    id: `${group}/mets.xml`,
    name: 'METS',
    origin: `${origin}mets.xml`,
    contentType: 'application/xml',
    digest: digestBytes('<mets xmlns="http://www.loc.gov/METS/"/>').sha256,
  };
  const body = {
    archivalGroup: group,
    archivalGroupName: 'Scans of 1911',
    lastModifiedBy: `${base}/agents/dev`,
    binariesToAdd: [added],
  };
  const job = await storage('createImport one-file', 'POST /import', { body, status: 201 });
  await storage('getImportResult completed', `GET ${pathOf(job.id)}`, { until: hasEnded });
  await platform.settle();
  platform.passTime(MINUTE);
  const request = {
    archivalGroup: group,
    destination: `s3://${workspaceBucket}/exports/scans-1911`,
    sourceVersion: 'v1',
  };
  const begun = await storage('createExport one-version', 'POST /export', { body: request, status: 201 });
  await storage('getExport finished', `GET ${pathOf(begun.id)}`, {
    until: ({ dateFinished }: { readonly dateFinished: string | null }) => dateFinished !== null,
  });
  await platform.settle();
  const beside = { ...request, destination: `s3://${workspaceBucket}/exports/mets-of-1911` };
  await storage('exportMetsOnly newest', 'POST /exportMetsOnly', { body: beside });
};

const repository = async ({ preservation, storage }: Talk): Promise<void> => {
  for (const ask of [preservation, storage]) {
    await ask('getRepositoryRoot root', 'GET /repository');
    await ask('getResource container', 'GET /repository/letters');
    await ask('getResource archival-group', `GET /repository/${GROUP}`);
    await ask('getResource binary', `GET /repository/${GROUP}/${escapePath(PAGE)}`);
    await ask('getResource lightweight', `GET /repository/${GROUP}?view=lightweight`);
    await ask('getStorageMap newest', `GET /ocfl/storagemap/${GROUP}`);
  }
  await preservation('getResource parsed-mets', `GET /repository/${GROUP}?view=parsed-mets`);
};

const furtherDeposits = async ({ preservation, platform }: Talk): Promise<void> => {
  platform.passTime(MINUTE);
  const identified = { schema: 'catirn', value: '471102', template: 'RootLevel' };
  await preservation('createDepositFromIdentifier catalogue-number', 'POST /deposits/from-identifier', {
    body: identified,
    status: 201,
  });
  platform.passTime(MINUTE);
  const body = { archivalGroup: `/repository/${GROUP}`, versionExported: 'v1' };
  const exported = await preservation('exportDeposit one-version', 'POST /deposits/export', { body, status: 201 });
  await preservation('getDeposit exported', `GET ${pathOf(exported.id)}`, {
    until: ({ status }: { readonly status: string }) => status === 'new',
  });
  await platform.settle();
  await preservation('listDeposits newest-first', 'GET /deposits?pageSize=2');
  await preservation('listAgents all', 'GET /agents');
  await preservation('getAgent dev', 'GET /agents/dev');
};

const streams = async ({ preservation, storage, platform }: Talk): Promise<void> => {
  platform.passTime(MINUTE);
  const object = { id: `${platform.ready.preservation}/repository/${GROUP}`, type: 'ArchivalGroup' };
  const collection = '/activity/archivalgroups/collection';
  await preservation('addGroupActivity update', `POST ${collection}`, {
    body: { type: 'Update', object },
    status: 204,
  });
  await platform.settle();
  await preservation('getGroupActivities collection', `GET ${collection}`);
  await preservation('getGroupActivityPage newest', 'GET /activity/archivalgroups/pages/1');
  await storage('getImportActivities collection', 'GET /activity/importjobs/collection');
  await storage('getImportActivityPage newest', 'GET /activity/importjobs/pages/1');
  await preservation('listEvents page', 'GET /events?topics=containers&limit=2');
};

const histories = async ({ preservation }: Talk, deposit: string): Promise<void> => {
  await preservation('getDepositHistory newest', `GET ${deposit}/history?limit=3`);
  await preservation('getRootHistory newest', 'GET /history?limit=3');
  await preservation('getResourceHistory newest', `GET /history/${GROUP}?limit=3`);
};

const searches = async ({ preservation, storage }: Talk): Promise<void> => {
  const found = ({ total }: { readonly total: number }): boolean => total > 0;
  await storage('searchRepository part-of-a-path', 'GET /RepoSearch?text=PAGE-1', { until: found });
  await preservation('search part-of-a-path', 'GET /search?text=page-1');
  await preservation('search identifier', 'GET /search?text=471102');
};

const archiving = async ({ preservation, platform }: Talk, deposit: string): Promise<void> => {
  platform.passTime(200 * DAY);
  const archive = `POST ${deposit}/archive`;
  await preservation('archiveDeposit preview', archive, { body: { dryRun: true, olderThan: 'P6M' } });
  await preservation('listArchivableDeposits oldest-first', 'GET /depositArchiveCandidates?olderThan=P6M&limit=25');
  await preservation('archiveDeposit job', archive, { body: { olderThan: 'P6M' }, status: 202 });
  const depositId = idIn(deposit);
  await preservation('getDepositArchiveJob completed', `GET /depositArchiveJobs/${depositId}`, { until: hasEnded });
  await platform.settle();
  const report = {
    id: 'h7vq2mzt4xwp',
    depositId,
    startTime: '2027-06-10T05:06:07Z',
    endTime: '2027-06-10T05:07:08Z',
    deletedCount: 42,
    errors: null,
    batchNumber: 1,
  };
  await preservation('reportArchiveJob done', 'POST /deposits/archive-job', { body: report, status: 201 });
};

/** A run whose completion is forced, since that is the same in every recording. */
const pipeline = async ({ preservation }: Talk, deposit: string): Promise<void> => {
  await preservation('runPipeline queued', `POST ${deposit}/pipeline`, { status: 204 });
  const runs = await preservation('listPipelineRuns waiting', `GET ${deposit}/pipelinerunjobs`);
  const [{ jobId }] = runs as unknown as readonly [{ readonly jobId: string }];
  const errors = 'Maja Lind forced completion of this pipeline run.';
  const body = { id: jobId, depositId: idIn(deposit), status: 'completedWithErrors', errors };
  await preservation('reportPipelineStatus forced', 'POST /deposits/pipeline-status', { body, status: 204 });
  await preservation('getPipelineRun forced', `GET ${deposit}/pipelinerunjobs/${jobId}`);
};

const said = (label: string, value: string): object => ({ label: { en: [label] }, value: { none: [value] } });

/** The manifest is found by a redirect, which ends where it is. */
const iiif = async ({ preservation }: Talk, deposit: string): Promise<void> => {
  const before = await preservation('getDepositManifest with-structures', `GET ${deposit}/iiif`);
  const { id, items } = before as unknown as {
    readonly id: string;
    readonly items: readonly { readonly id: string }[];
  };
  const structures = [
    {
      id: 'https://viewer.example/ranges/1',
      type: 'Range',
      label: { en: ['Collection: Letters of 1911'] },
      metadata: [said('Type', 'Collection'), said('Name', 'Letters of 1911'), said('id', 'letters-1911')],
      items: items.map((canvas) => ({ id: canvas.id, type: 'Canvas' })),
    },
  ];
  const declared = items.map((canvas) => ({ id: canvas.id, type: 'Canvas' }));
  await preservation('postDepositManifest one-range', `POST ${pathOf(id)}`, {
    body: { type: 'Manifest', items: declared, structures },
    status: 204,
  });
  await preservation('getDepositManifest with-structures', `GET ${pathOf(id)}`);
  await preservation('getGroupManifest newest', `GET /iiif/${GROUP}`);
};

/** A deposit with an image whose size a tool has found; how it comes about is shown elsewhere. */
const imageService = async ({ preservation, platform }: Talk): Promise<void> => {
  const base = platform.ready.preservation;
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'image-service' };
  const opened = await fetch(`${base}/deposits`, { method: 'POST', headers, body: '{"template":"RootLevel"}' });
  const { id, files } = (await opened.json()) as AnswerProperties;
  const printed = '======== objects/page-1.tif\nMIME Type : image/tiff\nImage Width : 4000\nImage Height : 3000\n';
  await upload(platform, files, 'objects/page-1.tif', '');
  await upload(platform, files, 'metadata/exif/exif_output.txt', printed);
  const { metsETag } = (await (await fetch(id)).json()) as AnswerProperties;
  const sent = { 'content-type': 'application/json', 'if-match': metsETag };
  await fetch(`${id}/mets`, { method: 'POST', headers: sent, body: '["objects/page-1.tif"]' });
  const { headers: found } = await fetch(`${id}/iiif`, { redirect: 'manual' });
  const token = idIn(found.get('location') ?? '');
  const service = `/media/${token}/deposit/${idIn(id)}/imagesvc/objects/page-1.tif`;
  await preservation('getMedia image-service', `GET ${service}/info.json`);
};

/** Asks everything that has JSON in its request or response, in the order in which a user might. */
export const converse = async (platform: ExamplePlatform, { record }: Recorder): Promise<void> => {
  const asking =
    (service: ExampleRequest['service']): Talk['preservation'] =>
    async (words, line, sent = {}) => {
      const [operationId = '', name = ''] = words.split(' ');
      const [method = '', path = ''] = line.split(' ');
      return (await record({ service, operationId, name, method, path, ...sent })) as AnswerProperties;
    };
  const talk: Talk = { platform, preservation: asking('preservation'), storage: asking('storage') };
  await aboutServices(talk);
  await containers(talk);
  const deposit = await deposits(talk);
  await pipeline(talk, deposit);
  await imports(talk, deposit);
  await storageJobs(talk);
  await repository(talk);
  await iiif(talk, deposit);
  await furtherDeposits(talk);
  await streams(talk);
  await histories(talk, deposit);
  await searches(talk);
  await archiving(talk, deposit);
  await imageService(talk);
};
