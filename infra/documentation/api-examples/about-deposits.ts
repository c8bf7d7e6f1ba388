import { digestBytes } from '../../../formats/digests/digested.js';
import {
  type RequestContent,
  type Talk,
  MINUTE,
  DAY,
  GROUP,
  PAGE_TEXT,
  PAGE,
  idIn,
  pathOf,
  targetOf,
  hasEnded,
  upload,
} from './talk.js';

/** A deposit with files in it and in its METS; answers its path. */
export const deposits = async ({ preservation, platform }: Talk): Promise<string> => {
  const body = { template: 'RootLevel', archivalGroup: `/repository/${GROUP}`, archivalGroupName: 'Letters of 1911' };
  const made = await preservation('createDeposit for-new-group', 'POST /deposits', { body, status: 201 });
  const at = pathOf(made.id);
  const sha256 = digestBytes(PAGE_TEXT).sha256;
  await preservation('getDepositCredentials one-file', `GET ${at}/credentials?file=${sha256}:${PAGE}`);
  const files = [{ path: PAGE, sha256 }];
  await preservation('postDepositCredentials one-file', `POST ${at}/credentials`, { body: { files } });
  await uploadInParts({ preservation }, at, sha256);
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
  const changes = [
    { paths: [PAGE], name: 'First page', rightsStatement: 'http://rightsstatements.org/vocab/InC/1.0/' },
    { paths: ['objects'], clear: ['accessRestrictions'] },
  ];
  await preservation('setMetsProperties two', `POST ${at}/mets/properties`, { body: { changes }, ...(await match()) });
  const there = { moves: [{ from: PAGE, to: 'objects/front/page-01.txt' }] };
  const back = { moves: [{ from: 'objects/front/page-01.txt', to: PAGE }] };
  await preservation('moveFiles one-file', `POST ${at}/mets/move`, { body: there, ...(await match()) });
  await preservation('moveFiles back', `POST ${at}/mets/move`, { body: back, ...(await match()) });
  await preservation('previewNormalisation nothing-to-do', `GET ${at}/mets/normalise`);
  await preservation('normaliseMets nothing-to-do', `POST ${at}/mets/normalise`, await match());
  await preservation('getDepositCombined both', `GET ${at}/combined?refresh=true`);
  await preservation('getDepositCombined folder', `GET ${at}/combined?path=objects`);
  await preservation('getParsedMets deposit', `GET ${at}/parsed-mets`);
  await preservation('getMetsSummary deposit', `GET ${at}/mets/summary`);
  await preservation('patchDeposit text', `PATCH ${at}`, { body: { submissionText: 'First box' } });
  await match();
  return at;
};

/** The upload of one file in one part; what is aborted need not be there. */
const uploadInParts = async ({ preservation }: Pick<Talk, 'preservation'>, at: string, sha256: string) => {
  const file = { path: PAGE, size: Buffer.byteLength(PAGE_TEXT), contentType: 'text/plain' };
  const { id } = await preservation('beginUpload one-file', `POST ${at}/uploads`, { body: file, status: 201 });
  const upload = targetOf(id);
  const part = { number: 1, sha256 };
  const { parts } = await preservation('presignUploadParts one-part', `POST ${upload}`, { body: { parts: [part] } });
  const { url, headers } = parts[0] ?? { url: '', headers: {} };
  const sent = await fetch(url, { method: 'PUT', headers, body: PAGE_TEXT });
  await preservation('listUploads one-upload', `GET ${at}/uploads`);
  await preservation('getUpload one-part', `GET ${upload}`);
  const body = { sha256, parts: [{ ...part, etag: sent.headers.get('etag') }] };
  await preservation('completeUpload one-part', `PUT ${upload}`, { body });
  await preservation(
    'getDepositDownload plain-text',
    `GET ${at}/download?path=${encodeURIComponent(PAGE)}&inline=true`,
  );
  await preservation('abortUpload one-upload', `DELETE ${upload}`, { status: 204 });
};

export const furtherDeposits = async ({ preservation, platform }: Talk): Promise<void> => {
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

export const histories = async ({ preservation }: Talk, deposit: string): Promise<void> => {
  await preservation('getDepositHistory newest', `GET ${deposit}/history?limit=3`);
  await preservation('getRootHistory newest', 'GET /history?limit=3');
  await preservation('getResourceHistory newest', `GET /history/${GROUP}?limit=3`);
};

export const archiving = async ({ preservation, platform }: Talk, deposit: string): Promise<void> => {
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

/** A run whose completion is forced, and one with findings that are the same in every recording. */
export const pipeline = async ({ preservation, platform }: Talk, deposit: string): Promise<void> => {
  await preservation('runPipeline queued', `POST ${deposit}/pipeline`, { status: 204 });
  const runs = await preservation('listPipelineRuns waiting', `GET ${deposit}/pipelinerunjobs`);
  const [{ jobId }] = runs as unknown as readonly [{ readonly jobId: string }];
  const errors = 'Maja Lind forced completion of this pipeline run.';
  const body = { id: jobId, depositId: idIn(deposit), status: 'completedWithErrors', errors };
  await preservation('reportPipelineStatus forced', 'POST /deposits/pipeline-status', { body, status: 204 });
  await preservation('getPipelineRun forced', `GET ${deposit}/pipelinerunjobs/${jobId}`);
  await preservation('runPipeline once-more', `POST ${deposit}/pipeline`, { status: 204 });
  const [, next] = (await preservation(
    'listPipelineRuns both',
    `GET ${deposit}/pipelinerunjobs`,
  )) as unknown as readonly { readonly jobId: string }[];
  const runId = next?.jobId ?? '';
  await platform.completeRun({ depositId: idIn(deposit), jobId: runId });
  await preservation('getPipelineRun completed', `GET ${deposit}/pipelinerunjobs/${runId}`);
  await preservation('listFindings worst-first', `GET ${deposit}/pipelinerunjobs/${runId}/findings`);
};
