import { deserialize } from 'node:v8';
import { expect } from 'chai';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { withKeptComparison } from '../../../commands/workspace/kept-comparison.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { readSource, workInline, type MetsSource, type MetsWork } from '../../../formats/mets/mets-work.js';
import { defaultAgents, type MetsAgents } from '../../../formats/mets/model/agents.js';
import { readWhole } from '../../../formats/read-whole.js';
import { dependenciesOn, intentOf, memoryEvents, noon, temporaryBytes } from '../../support/command-bench.js';
import { faulty } from '../../support/faults/faulty.js';
import { openedOnce } from '../../support/platform/opened.js';
import { keysIn } from '../../support/s3/keys-in.js';
import { valueOf } from '../../support/value-of.js';
import { newDeposit } from '../processes/scenarios.js';

const MiB = 1024 ** 2;
/** By the format of the file: another shape needs another format, since files of the one before may be in stores. */
const SHAPES: Readonly<Record<string, string>> = {
  '2': 'd051acaa81b16673cb9528ab40312632b6428acdef5470686263d4e10507fadd',
};

/** The names and kinds of all that is in a value. */
const shapeOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.entries(value)
    .map(([name, each]) => [name, shapeOf(each)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
};

const digestOf = (digit: string): string => digit.repeat(64);

describe('what is kept of the METS of a deposit', () => {
  const store = openedOnce(temporaryBytes);
  let dependencies: Dependencies;
  let depositId: string;
  let read = 0;
  beforeEach(async () => {
    read = 0;
    const mets: MetsWork = (task, source, order) => {
      read++;
      return workInline(task, source, order);
    };
    dependencies = { ...dependenciesOn(memoryEvents(), store.bytes), mets };
    ({ depositId } = await newDeposit(dependencies, null));
  });

  /** A METS that is taken for a larger one. */
  const source = (sha256: string | null, size = 8 * MiB): MetsSource => ({
    ...readSource(createMets({ title: 'Letters', agent: defaultAgents.own, now: noon })),
    sha256,
    size,
  });
  const titleOf = async (
    asked: MetsSource,
    { agents = defaultAgents, present, on = dependencies }: Asking = {},
  ): Promise<string | null> => {
    const said = await withKeptComparison(on, depositId)('compare', asked, { agents, present }, '');
    return valueOf(said).summary.name;
  };
  interface Asking {
    readonly agents?: MetsAgents;
    readonly present?: ReadonlySet<string>;
    readonly on?: Dependencies;
  }

  const keptOf = async (): Promise<string[]> =>
    (await keysIn(store.bytes, dependencies.places.staging.bucket)).filter((key) => key.includes(`/${depositId}.`));

  it('is answered without a reading to whoever asks for the same METS', async () => {
    expect(await titleOf(source(digestOf('a')))).to.equal('Letters');
    expect(await titleOf(source(digestOf('a')))).to.equal('Letters');
    expect(read).to.equal(1);
  });

  it('is not used for another METS, or for other agents', async () => {
    await titleOf(source(digestOf('a')));
    await titleOf(source(digestOf('b')));
    await titleOf(source(digestOf('b')), { agents: { own: 'Another', accepted: [] } });
    expect(read).to.equal(3);
  });

  it('is nothing of a METS that is small, that has no digest, or whose locations depend on the workspace', async () => {
    for (let time = 0; time < 2; time++) {
      await titleOf(source(digestOf('a'), 8 * MiB - 1));
      await titleOf(source(null));
      await titleOf(source(digestOf('a')), { present: new Set() });
    }
    expect(read).to.equal(6);
  });

  it('is read from the METS where it cannot be read, or not be kept', async () => {
    await titleOf(source(digestOf('a')));
    const [key = ''] = await keptOf();
    const at = { bucket: dependencies.places.staging.bucket, key };
    const kept = await store.bytes.head(at);
    await store.bytes.put(at, Buffer.from('else'), { metadata: kept?.metadata ?? {} });
    expect(await titleOf(source(digestOf('a')))).to.equal('Letters');
    const full = faulty(store.bytes, ({ method }, moment) => {
      if (method === 'put' && moment === 'before') throw new ByteStoreFault('store-full', 'the store is full');
    });
    expect(await titleOf(source(digestOf('b')), { on: { ...dependencies, bytes: full } })).to.equal('Letters');
    expect(read).to.equal(3);
  });

  it('goes with the deposit, also where the deposit goes while it is read', async () => {
    await titleOf(source(digestOf('a')));
    expect(await keptOf()).to.have.lengthOf(1);
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    expect(await keptOf()).to.deep.equal([]);
    await titleOf(source(digestOf('a')));
    expect(await keptOf()).to.deep.equal([]);
  });

  it('has the shape that its format tells', async () => {
    const editor = openMets(createMets({ title: 'Letters', agent: defaultAgents.own, now: noon }));
    const scan = { type: 'VirusScanMetadata', source: 'ClamAV', timestamp: noon, virusDefinition: '' } as const;
    editor.addFile({
      path: 'objects/a.tif',
      digest: digestOf('a'),
      size: 1,
      contentType: 'image/tiff',
      format: { pronomKey: 'fmt/353', name: 'TIFF' },
      virusScans: [{ ...scan, hasVirus: false, virusFound: '' }],
      exif: [{ tagName: 'ImageWidth', tagValue: '1' }],
    });
    editor.addFile({ path: 'objects/b' });
    editor.setTerms('objects', { accessRestrictions: ['Level1'], rightsStatement: 'http://example.org/' });
    editor.setTerms('objects/a.tif', { recordIdentifiers: [{ source: 'EMu', value: '1' }] });
    await titleOf({ ...readSource(editor.toBytes(noon)), sha256: digestOf('a'), size: 8 * MiB });
    editor.close();
    const [key = ''] = await keptOf();
    const kept = await readWhole(store.bytes, { bucket: dependencies.places.staging.bucket, key });
    const { format = '' } = kept.info.metadata;
    const shape = digestBytes(JSON.stringify(shapeOf(deserialize(kept.bytes)))).sha256;
    expect(shape, `format ${format}`).to.equal(SHAPES[format]);
  });
});
