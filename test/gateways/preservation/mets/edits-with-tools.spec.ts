import { expect } from 'chai';
import { readWhole } from '../../../../formats/read-whole.js';
import type { DescribedFile } from '../../../../formats/mets/model/described-mets.js';
import { digestBytes } from '../../../../formats/digests/digested.js';
import {
  ask,
  describeFiles,
  etagOf,
  filledDeposit,
  newContainer,
  newDeposit,
  upload,
  type OpenedDeposit,
} from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { sharedData, textsBelow } from '../../../support/shared-data.js';
import { describeMets } from '../../../support/mets-in-bytes.js';

const sha = (text: string): string => digestBytes(text).sha256;
const HEADING = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,basis,warning';
const line = (path: string, digest: string, key = 'fmt/353', mime = 'image/tiff'): string =>
  `/work/${path},4,2026-01-21T10:00:00Z,,${digest},pronom,${key},Tagged Image,,${mime},extension match,`;
const csv = (...lines: string[]): string => [HEADING, ...lines, ''].join('\n');
const log = (date: string, ...hits: string[]): string =>
  [...hits, '', '----------- SCAN SUMMARY -----------', 'Infected files: 0', `End Date:   ${date}`, ''].join('\n');

describe('adding files to a METS beside what tools say of them', () => {
  const live = liveServices();

  const fileIn = async ({ prefix }: OpenedDeposit, path: string): Promise<DescribedFile> => {
    const at = { bucket: live.places.workspaceBucket, key: `${prefix}mets.xml` };
    const { bytes } = await readWhole(live.bytes, at);
    const file = describeMets(bytes, { own: 'Muniment', accepted: [] }).filesByPath.get(path);
    if (file === undefined) throw new Error(`${path} is not described`);
    return file;
  };

  const scan = { 'objects/a.tif': 'scan' };
  const formats = 'metadata/formatid/formatid.csv';

  it('records the format, the digest and the type that they agree on', async () => {
    const deposit = await filledDeposit(live, { ...scan, [formats]: csv(line('objects/a.tif', sha('scan'))) });
    expect((await describeFiles(deposit, ['objects/a.tif'])).status).to.equal(200);
    const { digest, size, format } = await fileIn(deposit, 'objects/a.tif');
    expect({ digest, size, format }).to.deep.equal({
      digest: sha('scan'),
      size: 4,
      format: { pronomKey: 'fmt/353', name: 'Tagged Image' },
    });
  });

  it('is refused where they disagree, after what came before, and writes nothing', async () => {
    const deposit = await filledDeposit(live, {
      ...scan,
      'objects/0.tif': '0',
      [formats]: csv(line('objects/a.tif', sha('scan')), line('objects/0.tif', sha('0'))),
      'manifest-sha256.txt': `${sha('other')}  objects/a.tif\n`,
    });
    const before = await etagOf(deposit);
    const { status, body } = await describeFiles(deposit, ['objects/0.tif', 'objects/a.tif']);
    expect([status, body['detail']]).to.deep.equal([
      400,
      'MetsManager::AddToMets failed after 1 items, unable to write update METS file. ' +
        'Digests for objects/a.tif are not all the same',
    ]);
    expect(await etagOf(deposit)).to.equal(before);
    const other = await describeFiles(deposit, ['objects/0.tif']);
    expect(other.status).to.equal(200);
  });

  it('records a limited part of very many tags of a file, says so, and finds no mismatch', async () => {
    const tags = Array.from({ length: 40_000 }, (_, each) => `Element${each} : ${'x'.repeat(200)}\n`).join('');
    const output = `======== /objects/a.tif\n${tags}Image Size : 640x480\n`;
    const deposit = await filledDeposit(live, { ...scan, 'metadata/exif/exif_output.txt': output });
    expect((await describeFiles(deposit, ['objects/a.tif'])).status).to.equal(200);
    const { text } = await ask('GET', `${deposit.uri}/mets`);
    expect(text.length).to.be.lessThan(200_000);
    expect(text)
      .to.match(/<TagsLeftOut>\d+ of 40001 tags were left out/)
      .and.to.contain('<ImageSize>640x480<');
    const combined = await ask('GET', `${deposit.uri}/combined`);
    expect(JSON.stringify(combined.body)).to.contain('TagsLeftOut').and.to.not.contain('"field"');
  });

  it('takes what is new when it is done again, and keeps what was scanned before', async () => {
    const report = 'metadata/batchreport';
    const deposit = await filledDeposit(live, {
      ...scan,
      [`${report}/report.html`]: '<html/>',
      [`${report}/formatid.csv`]: csv(line('objects/a.tif', sha('scan'))),
      [`${report}/logs/viruscheck-log.txt`]: log('2026:01:21 10:00:00'),
      'metadata/virus-definition/virus-definition.txt': 'definition 1',
    });
    await describeFiles(deposit, ['objects/a.tif']);
    await describeFiles(deposit, ['objects/a.tif']);
    const scansOf = async (): Promise<readonly string[]> => {
      const { text } = await ask('GET', `${deposit.uri}/mets`);
      return text.match(/<premis:eventDetail>[^<]*/g) ?? [];
    };
    expect(await scansOf()).to.have.length(1);
    await upload(live, deposit, {
      [`${report}/logs/viruscheck-log.txt`]: log('2026:02:21 10:00:00'),
      'metadata/virus-definition/virus-definition.txt': 'definition 2',
    });
    await describeFiles(deposit, ['objects/a.tif']);
    expect((await scansOf()).map((each) => each.slice(-1))).to.deep.equal(['1', '2']);
  });

  for (const [input, path, reason] of [
    ['scan-without-signatures', 'objects/a.txt', /the scanner knew no viruses/],
    ['scan-stopped-at-depth-15', 'objects/ok.txt', /"Scanned files": 1 too few/],
  ] as const) {
    it(`records no scan of files that the log does not show to be scanned, and says why: ${input}`, async () => {
      const files = await textsBelow(sharedData('reported', input));
      const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/group`;
      const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'A group' });
      await upload(live, deposit, files);
      const edited = await describeFiles(deposit, Object.keys(files));
      expect((await ask('GET', `${deposit.uri}/mets`)).text).to.not.match(/virus check|>Pass</);
      expect((await fileIn(deposit, path)).metadata.some(({ type }) => type === 'VirusScanMetadata')).to.equal(false);
      const combined = await ask('GET', `${deposit.uri}/combined`);
      const diff = await ask('GET', `${deposit.uri}/importjobs/diff`);
      for (const { status, body } of [edited, combined, diff]) {
        expect(status).to.equal(200);
        expect(body['warnings']).to.have.length(1);
        expect((body['warnings'] as string[])[0]).to.match(/^metadata\/batchreport\/logs\/viruscheck-log.txt /);
        expect((body['warnings'] as string[])[0]).to.match(reason);
      }
      const posted = await ask('POST', `${deposit.uri}/importjobs`, diff.body);
      expect(posted.status, posted.text).to.equal(201);
    });
  }

  it('records what was read out of a file, and its extents', async () => {
    const exif = [
      '======== /work/objects/a.tif',
      'Image Size : 20x10',
      'Make : Pentacon',
      '    1 image files read',
      '',
    ];
    const deposit = await filledDeposit(live, { ...scan, 'metadata/exif/exif_output.txt': exif.join('\n') });
    await describeFiles(deposit, ['objects/a.tif']);
    const { extents, metadata } = await fileIn(deposit, 'objects/a.tif');
    expect(extents).to.include({ width: 20, height: 10 });
    expect(metadata.find(({ type }) => type === 'ExifMetadata')).to.have.deep.property('tags', [
      { tagName: 'ImageSize', tagValue: '20x10' },
      { tagName: 'Make', tagValue: 'Pentacon' },
    ]);
  });
});
