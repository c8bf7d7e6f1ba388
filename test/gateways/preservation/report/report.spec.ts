import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { FileOfVersion } from '../../../../commands/reads/files-of-version.js';
import { runToEnd } from '../../../../flow/slices.js';
import { countFiles } from '../../../../gateways/preservation/report/count-files.js';
import { objectRoot } from '../../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../../formats/paths/repository-path.js';
import type { GroupToPreserve } from '../../../support/archive/contents.js';
import { ask, newContainer, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { preserveVersions } from '../../preserved-versions.js';

const GROUP: GroupToPreserve = {
  path: 'group',
  name: 'A group',
  versions: [
    { agent: 'ada', message: 'First', files: { 'objects/a.txt': { text: 'a' } } },
    { agent: 'ada', message: null, files: { 'objects/=b.txt': { text: 'b' }, 'objects/a.txt': { text: 'a' } } },
  ],
};

interface Report {
  readonly head: number;
  readonly version: { readonly version: number; readonly files: number; readonly message: string | null };
  readonly versions: readonly { readonly version: number }[];
  readonly object: { readonly inventory: { readonly value: string } };
  readonly listing: { readonly files: number; readonly sha256: string };
  readonly files: readonly { readonly stored: string; readonly digest: { readonly value: string } }[] | null;
  readonly lastCheck: { readonly job: string; readonly quick: boolean; readonly findings: number } | null;
  readonly problem: { readonly status: number; readonly detail: string } | null;
  readonly findings: object | null;
  readonly events: readonly { readonly sentence: string }[];
}

describe('the report of an archival group', () => {
  const live = liveServices();
  let box = '';
  before(async () => {
    box = await newContainer(live);
    await preserveVersions(live, box, GROUP);
  });

  const get = (path: string): Promise<Reply> => ask('GET', `${live.preservation}/reports/${path}`);
  const reportOf = ({ status, text, body }: Reply): Report => {
    expect(status, text).to.equal(200);
    return body as unknown as Report;
  };

  it('has the files of a version, all versions, and who did what', async () => {
    const report = reportOf(await get(`${box}/group`));
    expect([report.head, report.version.version, report.version.files]).to.deep.equal([2, 2, 2]);
    expect(report.versions.map(({ version }) => version)).to.deep.equal([2, 1]);
    expect(report.files!.map(({ stored }) => stored)).to.deep.equal(['mets.xml', 'objects/=b.txt', 'objects/a.txt']);
    expect(report.events.map(({ sentence }) => sentence)).to.include('Version v2 was published.');
    const first = reportOf(await get(`${box}/group?version=v1`));
    expect([first.version.message, first.files!.length, first.versions.length]).to.deep.equal(['First', 2, 2]);
  });

  it('has the digest of the list, as anybody can make it again, and that of the inventory', async () => {
    const { files, listing, object } = reportOf(await get(`${box}/group?version=v1`));
    const list = files!.map(({ digest, stored }) => `${digest.value}  ${stored}\n`).join('');
    expect(listing).to.include({ files: 2, sha256: createHash('sha256').update(list).digest('hex') });
    const inventory = await fetch(`${live.preservation}/ocfl/content/${box}/group?file=v1%2Finventory.json`);
    const bytes = new Uint8Array(await inventory.arrayBuffer());
    expect(object.inventory.value).to.equal(createHash('sha256').update(bytes).digest('hex'));
  });

  it('names the last audit of the group, or of everything, and whether it read the files', async () => {
    for (const [archivalGroup, quick] of [
      [`${box}/group`, true],
      [undefined, false],
    ] as const) {
      const posted = await ask('POST', `${live.preservation}/jobs`, { kind: 'audit', archivalGroup, quick });
      expect(posted.status, posted.text).to.equal(201);
      await live.settle();
      const { lastCheck } = reportOf(await get(`${box}/group`));
      expect(lastCheck).to.include({ job: posted.body.id, quick });
    }
  });

  it('says what could not be read of a METS with other bytes, and all that is known without it', async () => {
    const path = `${box}/damaged`;
    await preserveVersions(live, box, { ...GROUP, path: 'damaged' });
    const { bucket } = live.places.repository;
    const key = `${objectRoot(ocflId(path))}/v2/content/mets.xml`;
    await live.bytes.put({ bucket, key }, Buffer.from('<mets/>'));
    const report = reportOf(await get(path));
    expect([report.version.files, report.listing.files, report.versions.length]).to.deep.equal([2, 3, 2]);
    expect([report.findings, report.files]).to.deep.equal([null, null]);
    expect(report.problem?.status).to.equal(500);
    expect(report.problem?.detail).to.match(/@v2, mets\.xml, is damaged: expected/);
    expect(reportOf(await get(`${path}?version=v1`)).problem).to.equal(null);
  });

  const fileOf = (index: number, scans: FileOfVersion['scans'] = []): FileOfVersion => ({
    ...{ stored: `objects/${index}`, size: 1, digest: { algorithm: 'sha256', value: `${index}` }, since: 1 },
    ...{ mediaType: null, format: null, fileDate: null, originalName: null, scans },
  });

  it('tells when the files were scanned last, and by what', () => {
    const scan = (at: string | null, name: string | null = null) => ({
      ...{ at, found: name !== null, name, definition: `ClamAV of ${at}` },
    });
    const [early, late] = ['2026-01-02T03:04:05.000Z', '2026-02-03T04:05:06.000Z'];
    const files = [fileOf(1, [scan(late), scan(early, 'Eicar')]), fileOf(2, [scan(early, 'Eicar')]), fileOf(3)];
    const { findings } = runToEnd(countFiles([...files, fileOf(4, [scan(null)])]));
    expect(findings).to.deep.equal({
      ...{ scanned: 3, infected: 1, identified: 0 },
      ...{ lastScan: '2026-02-03T04:05:06Z', scanner: `ClamAV of ${late}` },
    });
    expect(runToEnd(countFiles([fileOf(1)])).findings).to.include({ lastScan: null, scanner: null });
  });

  it('has the digest alone of a long list', () => {
    const counted = (length: number) => runToEnd(countFiles(Array.from({ length }, (_, index) => fileOf(index))));
    expect(counted(2_000).files).to.have.lengthOf(2_000);
    expect(counted(2_001).files).to.equal(null);
  });

  it('is not there for a container, a file, or a version that is not there', async () => {
    for (const path of [box, `${box}/group/objects/a.txt`, `${box}/none`, `${box}/group?version=v9`])
      expect((await get(path)).status, path).to.equal(404);
    expect((await get(`${box}/group?version=nine`)).status).to.equal(400);
  });

  it('has its list of files as a table, in which nothing is a formula', async () => {
    const headers = { accept: 'text/csv' };
    const table = await ask('GET', `${live.preservation}/files/${box}/group?below=objects&limit=1`, undefined, headers);
    expect(table.headers.get('content-disposition')).to.equal("attachment; filename*=UTF-8''group%20v2.csv");
    const [head, ...rows] = table.text.trimEnd().split('\n');
    expect(head).to.match(/^path,size,algorithm,digest,since,/);
    expect(rows.map((row) => row.split(',')[0])).to.deep.equal(['objects/=b.txt', 'objects/a.txt']);
  });
});
