import { digestBytes } from '../../../formats/digests/digested.js';
import { type Talk, MINUTE, idIn, pathOf, hasEnded, upload } from './talk.js';

export const imports = async ({ preservation, platform }: Talk, deposit: string): Promise<void> => {
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
  await preservation('getJob import', `GET /jobs/${idIn(job.id)}`);
  await preservation('listJobs newest', 'GET /jobs?kind=import');
};

/** An import and exports that need no deposit. */
export const storageJobs = async ({ storage, preservation, platform }: Talk): Promise<void> => {
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
  await storage('getJob export', `GET /jobs/${idIn(begun.id)}`);
  await storage('listJobs of-a-group', 'GET /jobs?group=scans/1911');
  await platformJobs({ storage, preservation, platform });
  const later = { ...request, destination: `s3://${workspaceBucket}/exports/scans-for-later` };
  await platform.whileExportsWait(() => steering({ storage, preservation, platform }, later));
  await platform.settle();
  const beside = { ...request, destination: `s3://${workspaceBucket}/exports/mets-of-1911` };
  await storage('exportMetsOnly newest', 'POST /exportMetsOnly', { body: beside });
};

/** An export that waits is steered; both services have these operations. */
const steering = async ({ storage, preservation }: Talk, body: object): Promise<void> => {
  const waiting = await storage('createExport for-later', 'POST /export', { body, status: 201 });
  const job = `/jobs/${idIn(waiting.id)}`;
  await storage('holdJob export', `POST ${job}/hold`);
  await preservation('releaseJob held', `POST ${job}/release`);
  await preservation('holdJob waiting', `POST ${job}/hold`);
  await storage('releaseJob export', `POST ${job}/release`);
  await storage('setJobPriority earlier', `PUT ${job}/priority`, { body: { priority: 5 } });
  await preservation('setJobPriority later', `PUT ${job}/priority`, { body: { priority: -2 } });
  await storage('cancelJob export', `POST ${job}/cancel`);
  await preservation('cancelJob once-more', `POST ${job}/cancel`);
  const again = await storage('retryJob export', `POST ${job}/retry`, { status: 201 });
  await storage('cancelJob retried', `POST /jobs/${idIn(again.id)}/cancel`);
  await preservation('retryJob retried', `POST /jobs/${idIn(again.id)}/retry`, { status: 201 });
};

/** An audit and a rebuild; both services have these operations. */
const platformJobs = async ({ storage, preservation, platform }: Talk): Promise<void> => {
  const audit = { kind: 'audit', archivalGroup: 'scans/1911' };
  const begun = await storage('createJob audit-of-a-group', 'POST /jobs', { body: audit, status: 201 });
  await preservation('createJob rebuild-of-a-view', 'POST /jobs', {
    body: { kind: 'rebuild', view: 'agents' },
    status: 201,
  });
  await preservation('createJob audit-of-everything', 'POST /jobs', { body: { kind: 'audit' }, status: 201 });
  await platform.settle();
  await preservation('getSystem everything', 'GET /system');
  await storage('getJob audit', `GET ${pathOf(begun.id)}`);
};
