import { expect } from 'chai';
import type { VirusScanMetadata } from '../../../formats/metadata/entries.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { PREMIS } from '../../../formats/mets/elements/namespaces.js';
import { validateXml } from '../../support/repository/validate-xml.js';
import { needsSharedData } from '../../support/shared-data.js';
import { canonical, elementsOf, valuesOf } from './canonical/canonical.js';
import { plainText } from '../xml/plain.js';
import { fresh, now, sample, scan as file } from './editing/editing.js';
import { preservationSchemas } from './schemas.js';
import { describeMets } from '../../support/mets-in-bytes.js';

const definition = 'ClamAV 1.4.3/27944/Wed Mar 18 06:24:13 2026';
const scanned = (at: string | null, virusFound = ''): VirusScanMetadata => ({
  type: 'VirusScanMetadata',
  source: 'VirusScanTool',
  timestamp: at === null ? null : new Date(at),
  hasVirus: virusFound !== '',
  virusFound,
  virusDefinition: definition,
});

/** Id, time, outcome, definition and finding of each event, in document order. */
const eventsIn = (bytes: Uint8Array): string[][] =>
  elementsOf(canonical(bytes))
    .filter(({ name }) => name === 'digiprovMD')
    .map((provenance) => [
      provenance.attributes.find(({ name }) => name === 'ID')?.value ?? '',
      ...['eventDateTime', 'eventOutcome', 'eventDetail', 'eventOutcomeDetailNote'].map((name) => {
        const element = elementsOf(provenance).find((each) => each.name === name && each.namespace === PREMIS);
        return element === undefined ? '' : plainText(element);
      }),
    ]);

const ID = 'digiprovMD_VirusScanTool_ADM_objects_x002F_scan.tif';

describe('a virus scan in a METS', () => {
  it('is recorded as an event of the file, clean or not', () => {
    const editor = fresh();
    editor.addFile({ ...file, virusScans: [scanned('2026-03-18T06:30:00Z')] });
    editor.addFile({ path: 'objects/bad.exe', virusScans: [scanned('2026-03-18T06:30:01.999Z', 'Eicar-Signature')] });
    expect(eventsIn(editor.toBytes(now))).to.deep.equal([
      [ID, '2026-03-18T06:30:00Z', 'Pass', definition, ''],
      [
        'digiprovMD_VirusScanTool_ADM_objects_x002F_bad.exe',
        '2026-03-18T06:30:01Z',
        'Fail',
        definition,
        'Eicar-Signature',
      ],
    ]);
  });

  it('is added to those before it, oldest first, and never twice', () => {
    const editor = fresh();
    editor.addFile({ ...file, virusScans: [scanned('2026-03-18T06:30:00Z')] });
    const later = [
      scanned('2026-03-20T06:30:00Z', 'X'),
      scanned('2026-03-19T06:30:00Z'),
      scanned('2026-03-18T06:30:00.4Z'),
    ];
    editor.addFile({ path: file.path, virusScans: later });
    const again = openMets(editor.toBytes(now));
    again.addFile({ ...file, virusScans: later });
    expect(eventsIn(again.toBytes(now)).map(([id, at, outcome]) => [id, at, outcome])).to.deep.equal([
      [ID, '2026-03-18T06:30:00Z', 'Pass'],
      [`${ID}_20260319T063000Z`, '2026-03-19T06:30:00Z', 'Pass'],
      [`${ID}_20260320T063000Z`, '2026-03-20T06:30:00Z', 'Fail'],
    ]);
  });

  it('has the id that readers of the original know where it is the newest, if the scanner is named as there', () => {
    const agents = { ...defaultAgents, scanner: 'ClamAV' };
    const exact = 'digiprovMD_ClamAV_ADM_objects_x002F_scan.tif';
    const scans = [scanned('2026-03-18T06:30:00Z'), scanned('2026-03-19T06:30:00Z', 'X')];
    const editor = openMets(fresh().toBytes(now), agents);
    editor.addFile({ ...file, virusScans: scans });
    const again = openMets(editor.toBytes(now), agents);
    again.addFile({
      ...file,
      virusScans: [...scans, scanned('2026-03-20T06:30:00Z'), scanned('2026-03-17T06:30:00Z')],
    });
    const written = again.toBytes(now);
    expect(eventsIn(written).map(([id, at, outcome]) => [id, at, outcome])).to.deep.equal([
      [`${exact}_20260318T063000Z`, '2026-03-18T06:30:00Z', 'Pass'],
      [`${exact}_20260319T063000Z`, '2026-03-19T06:30:00Z', 'Fail'],
      [`${exact}_20260317T063000Z`, '2026-03-17T06:30:00Z', 'Pass'],
      [exact, '2026-03-20T06:30:00Z', 'Pass'],
    ]);
    const objects = describeMets(written).root.directories.find(({ localPath }) => localPath === 'objects');
    const checks = objects?.files[0]?.metadata.filter(({ type }) => type === 'VirusScanMetadata') ?? [];
    expect(checks.map(({ timestamp }) => timestamp?.getUTCDate())).to.deep.equal([20, 19, 18, 17]);
  });

  it('is on record once, although its time is not known, until another says otherwise', () => {
    const editor = fresh();
    for (const found of ['', '', 'X', '']) editor.addFile({ ...file, virusScans: [scanned(null, found)] });
    expect(eventsIn(editor.toBytes(now)).map(([id, at, outcome]) => [id, at, outcome])).to.deep.equal([
      [ID, 'unknown', 'Pass'],
      [`${ID}_2`, 'unknown', 'Fail'],
    ]);
  });

  it('has an identifier of its own that a repeated edit repeats', () => {
    const identifiers = (): string[] => {
      const editor = fresh();
      for (const path of ['objects/a', 'objects/b'])
        editor.addFile({ path, virusScans: [scanned('2026-03-18T06:30:00Z'), scanned('2026-03-19T06:30:00Z')] });
      return elementsOf(canonical(editor.toBytes(now)))
        .filter(({ name }) => name === 'eventIdentifierValue')
        .map(plainText);
    };
    expect(new Set(identifiers())).to.have.property('size', 4);
    expect(identifiers()).to.deep.equal(identifiers());
    for (const each of identifiers())
      expect(each).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('goes with its file', () => {
    const editor = fresh();
    editor.addFile({ ...file, virusScans: [scanned('2026-03-18T06:30:00Z')] });
    editor.removeFile(file.path);
    expect(eventsIn(editor.toBytes(now))).to.deep.equal([]);
    editor.addFile({ ...file, virusScans: [scanned('2026-03-19T06:30:00Z')] });
    expect(eventsIn(editor.toBytes(now))[0]?.[0]).to.equal(ID);
  });

  it('may be told in characters that XML does not have', () => {
    const editor = fresh();
    editor.addFile({ ...file, virusScans: [scanned('2026-03-18T06:30:00Z', 'odd\x01name')] });
    expect(eventsIn(editor.toBytes(now))[0]?.[4]).to.equal('odd\u{fffd}name');
  });

  it('is valid METS and PREMIS, whatever the path', function () {
    needsSharedData(this, 'xsd');
    const editor = fresh();
    for (const path of ['objects/a b & (c).jpg', 'objects/1/é😀', 'metadata/-x'])
      for (const at of ['2026-03-18T06:30:00Z', null, '2026-03-19T06:30:00Z'])
        editor.addFile({ path, virusScans: [scanned(at, 'Eicar')] });
    expect(validateXml(editor.toBytes(now), preservationSchemas())).to.deep.equal([]);
  });

  describe('where an older one stands in the form of the predecessor', () => {
    before(function () {
      needsSharedData(this, 'mets');
    });

    const path = 'objects/001.tif';
    const legacy = 'digiprovMD_ClamAV_ADM_objects/001.tif';
    const after = (...scans: VirusScanMetadata[]): Buffer => {
      const editor = openMets(sample('platform-response-book.xml'));
      editor.addFile({ path, virusScans: scans });
      return editor.toBytes(now);
    };

    it('stands beside it under a legal id, and leaves it as it is', () => {
      const bytes = after(scanned('2026-03-19T06:30:00Z'));
      const before = valuesOf(sample('platform-response-book.xml'), 'ID');
      expect(valuesOf(bytes, 'ID').filter((id) => !before.includes(id))).to.deep.equal([
        'digiprovMD_VirusScanTool_ADM_objects_x002F_001.tif_20260319T063000Z',
      ]);
      expect(eventsIn(bytes)[0]).to.deep.equal([legacy, '18 March 2026', 'Pass', definition, '']);
    });

    it('is that very scan when it says the same and was made by then', () => {
      const unchanged = canonical(sample('platform-response-book.xml'));
      expect(canonical(after(scanned('2026-03-18T06:30:00Z')))).to.deep.equal(unchanged);
    });

    it('is that very scan although the type of its event is missing', () => {
      const untyped = Buffer.from(
        sample('platform-response-book.xml')
          .toString()
          .replaceAll(/<premis:eventType>.*?<\/premis:eventType>/g, ''),
      );
      const editor = openMets(untyped);
      editor.addFile({ path, virusScans: [scanned('2026-03-18T06:30:00Z')] });
      expect(eventsIn(editor.toBytes(now))).to.deep.equal(eventsIn(untyped));
    });

    it('is another one when it found something', () => {
      expect(eventsIn(after(scanned('2026-03-18T06:30:00Z', 'X')))[1]?.slice(1, 3)).to.deep.equal([
        '2026-03-18T06:30:00Z',
        'Fail',
      ]);
    });
  });
});
