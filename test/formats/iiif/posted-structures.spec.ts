import { expect } from 'chai';
import fc from 'fast-check';
import { canvasBase, depositManifest } from '../../../formats/iiif/deposit-manifest.js';
import { manifestOf } from '../../../formats/iiif/manifest.js';
import { postedStructures } from '../../../formats/iiif/posted-structures.js';
import { StructuresFault } from '../../../formats/iiif/structures-fault.js';
import { editMets } from '../../../formats/mets/edit-mets.js';
import type { DescribedMets, LogicalRange } from '../../../formats/mets/model/described-mets.js';
import type { MetsEditor } from '../../../formats/mets/editing/mets-editor.js';
import type { NewRange, NewRangeFile } from '../../../formats/mets/logical/new-range.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { jsonText } from '../../../gateways/http/answer/json-text.js';
import { openValidator, type XmlFinding } from '../../support/repository/validate-xml.js';
import { SEED } from '../../support/random/seed.js';
import { sharedDataPath } from '../../support/shared-data.js';
import { existsSync } from 'node:fs';
import { fresh, now } from '../mets/editing/editing.js';
import { canonical } from '../mets/canonical/canonical.js';
import { preservationSchemas } from '../mets/schemas.js';
import { atDepth } from '../../support/random/depth.js';
import { describeMets } from '../../support/mets-in-bytes.js';

const at = { base: 'https://desk.example.org', depositId: 'd1', token: 'a'.repeat(32) };
const base = canvasBase(at);
const NAMES = ['a.jpg', 'b c.mp4', 'd#e.wav', '\u00fc%.tif'];
const SHOWN = NAMES.map((name) => `objects/${name}`);
const HIDDEN = 'objects/transcript.txt';

const filled = (): MetsEditor => {
  const editor = fresh();
  const types = ['image/jpeg', 'video/mp4', 'audio/wav', 'image/tiff'];
  for (const [index, path] of SHOWN.entries()) editor.addFile({ path, contentType: types[index] ?? null });
  editor.addFile({ path: HIDDEN, contentType: 'text/plain' });
  editor.setLinks(SHOWN[0]!, [{ to: HIDDEN, role: 'http://iiif.io/api/presentation/3#transcript' }]);
  return editor;
};

interface PostedManifest {
  readonly items: readonly { readonly id: string }[];
  readonly structures?: readonly unknown[];
}

const manifestFor = (mets: DescribedMets): PostedManifest =>
  JSON.parse([...jsonText(manifestOf(mets, depositManifest(at, 'L', [])))].join('')) as PostedManifest;

const read = ({ structures = [], items }: PostedManifest): NewRange[] =>
  postedStructures(structures, { base, declared: new Set(items.map(({ id }) => id)) });

const replaced = (bytes: Uint8Array, roots: readonly NewRange[]): Uint8Array => {
  const edits = [{ kind: 'replace-structures', roots } as const];
  const edited = editMets(bytes, { agents: defaultAgents, now, edits });
  if (!edited.ok) throw new Error(edited.refusal.fault.message);
  return edited.value.bytes ?? bytes;
};

const whole = (localPath: string): NewRangeFile => ({ localPath, region: null, beginTime: null, endTime: null });
const range = (id: string, more: Partial<NewRange> = {}): NewRange => ({
  ...{ id, type: 'Item', name: null, ranges: [], files: [] },
  ...more,
});

/** What a range says, without what follows from it. */
const plain = ({ id, type, name, own, ranges, files }: LogicalRange): unknown => ({
  ...{ id, type, name, own },
  ranges: ranges.map(plain),
  files: files.map(({ localPath, region, beginTime, endTime }) => ({ localPath, region, beginTime, endTime })),
});
const structuresIn = (bytes: Uint8Array): unknown => describeMets(bytes).logicalStructures.map(plain);

const declared = new Set(SHOWN.map((path) => depositManifest(at, 'L', []).canvasId(path)));
const [CANVAS = ''] = declared;
const reading = (...structures: unknown[]): NewRange[] => postedStructures(structures, { base, declared });
const posted = (...items: unknown[]): unknown => ({ id: 'r', type: 'Range', label: { en: ['Some'] }, items });

describe('the structures of a posted manifest (companion 15.3)', () => {
  it('have rights by http and https URIs only, since viewers show them as links', () => {
    const rightsOf = (rights: string) => reading({ type: 'Range', rights })[0]?.own?.rightsStatement;
    for (const uri of ['http://rightsstatements.org/vocab/InC/1.0/', 'HTTPS://x.example/y'])
      expect(rightsOf(uri)).to.equal(uri);
    for (const other of ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'urn:x:y', 'file:///etc'])
      expect(rightsOf(other), other).to.equal(null);
  });

  it('give a range without an id of its own a new one, and its name by its label', () => {
    const [root] = reading({
      type: 'Range',
      label: { de: ['Alles'] },
      items: [posted(), { id: CANVAS, type: 'Canvas' }],
    });
    expect(root).to.deep.include({ type: 'Collection', name: 'Alles', files: [whole(SHOWN[0]!)] });
    expect(root!.id).to.match(/^r[0-9a-f]{11}$/);
    expect(root!.ranges[0]).to.deep.include({ type: 'Item', name: 'Some' });
  });
  it('keep id, type and name of a range that tells them in its metadata', () => {
    const entry = (label: string, value: string): unknown => ({ label: { en: [label] }, value: { none: [value] } });
    const metadata = [entry('Type', 'Chapter'), entry('Name', ''), entry('id', 'LOG_7')];
    expect(reading({ type: 'Range', label: { en: ['Chapter: LOG_7'] }, metadata })[0]).to.deep.include({
      ...{ id: 'LOG_7', type: 'Chapter', name: null },
    });
  });
  it('take parts of canvases in the id, and in fragment selectors, alone or in a list', () => {
    const selector = { type: 'FragmentSelector', value: 't=0,5' };
    const [root] = reading(
      posted(
        { id: `${CANVAS}#xywh=1,2,3,4`, type: 'Canvas' },
        { type: 'SpecificResource', source: CANVAS, selector },
        { type: 'SpecificResource', source: { id: CANVAS, type: 'Canvas' }, selector: [selector] },
        { type: 'SpecificResource', source: CANVAS },
      ),
    );
    expect(root!.files).to.deep.equal([
      { ...whole(SHOWN[0]!), region: { x1: 1, y1: 2, x2: 4, y2: 6 } },
      { ...whole(SHOWN[0]!), beginTime: 0, endTime: 5 },
      { ...whole(SHOWN[0]!), beginTime: 0, endTime: 5 },
      whole(SHOWN[0]!),
    ]);
  });
  const defined = (id: string, ...items: unknown[]): unknown => ({ id, type: 'Range', label: { en: [id] }, items });
  const named = (id: string): unknown => ({ id, type: 'Range' });

  it('have a range that another one names by its id within that one, and not at the top', () => {
    const roots = reading(
      defined('a', { id: CANVAS, type: 'Canvas' }, named('b')),
      defined('b', named('c')),
      defined('c', { id: CANVAS, type: 'Canvas' }),
      defined('d'),
    );
    expect(roots.map(({ name }) => name)).to.deep.equal(['a', 'd']);
    expect(roots[0]).to.have.nested.property('ranges[0].name', 'b');
    expect(roots[0]).to.have.deep.nested.property('ranges[0].ranges[0].files', [whole(SHOWN[0]!)]);
  });
  const lost: readonly (readonly [string, readonly unknown[], string])[] = [
    ['that is not in the manifest', [defined('a', named('b'))], "Range 'b' is not part of this manifest."],
    ['of which nothing else is said, at the top', [named('a')], "Range 'a' is not part of this manifest."],
    [
      'that is in another place already',
      [defined('a', named('c')), defined('b', defined('c'))],
      "Range 'c' is in more than one place.",
    ],
    [
      'that two others name',
      [defined('a', named('c')), defined('b', named('c')), defined('c')],
      "Range 'c' is in more than one place.",
    ],
    ['that contains itself', [defined('a', named('b')), defined('b', named('a'))], "Range 'b' contains itself."],
  ];
  for (const [what, structures, why] of lost)
    it(`are refused with the id of a range ${what}`, () =>
      expect(() => reading(...structures)).to.throw(StructuresFault, why));

  const refusals: readonly (readonly [string, unknown, string])[] = [
    [
      'a canvas that the manifest does not declare',
      { id: `${base}objects/z`, type: 'Canvas' },
      'not part of this deposit',
    ],
    ['a canvas of elsewhere', { id: 'https://else.example.org/c', type: 'Canvas' }, 'not part of this deposit'],
    ['a part that is not understood', { id: `${CANVAS}#t=soon`, type: 'Canvas' }, 'is not understood'],
    [
      'a selector of another kind',
      { type: 'SpecificResource', source: CANVAS, selector: { type: 'PointSelector' } },
      'FragmentSelector',
    ],
    ['a resource without a source', { type: 'SpecificResource' }, 'has no source'],
    ['an item of another kind', { id: CANVAS, type: 'Image' }, 'must be ranges, canvases'],
    ['an item that is no object', 7, 'must be ranges, canvases'],
  ];
  for (const [what, item, why] of refusals)
    it(`are refused with ${what}`, () => expect(() => reading(posted(item))).to.throw(StructuresFault, why));
  it('are refused where one is no range', () =>
    expect(() => reading('x')).to.throw(StructuresFault, 'must be a Range'));
});

describe('structures that go out in a manifest and come back', () => {
  const time = fc.option(fc.tuple(fc.nat(9_999), fc.nat(999)).map(([a, b]) => (a * 1_000 + b) / 1_000));
  const number = fc.nat(50_000);
  const region = fc.option(
    fc.tuple(number, number, number, number).map(([x1, y1, w, h]) => ({ x1, y1, x2: x1 + w, y2: y1 + h })),
  );
  const file: fc.Arbitrary<NewRangeFile> = fc
    .tuple(fc.constantFrom(...SHOWN), time, time, region)
    .map(([localPath, begin, length, where]) => {
      const endTime = length === null ? null : ((begin ?? 0) * 1_000 + length * 1_000) / 1_000;
      return { localPath, region: where, beginTime: begin ?? (endTime === null ? null : 0), endTime };
    });
  const text = fc
    .string({ unit: fc.constantFrom(...'ab :#%é😀/<&"'.match(/./gu)!), minLength: 1 })
    .map((each) => `x${each}x`);
  let last = 0;
  const structure = fc.letrec<{ range: NewRange }>((tie) => ({
    range: fc
      .record({
        type: text,
        name: fc.option(text),
        own: fc.record({
          accessRestrictions: fc.uniqueArray(text, { maxLength: 2 }),
          rightsStatement: fc.option(
            fc.constantFrom('http://rightsstatements.org/vocab/InC/1.0/', 'https://x.example/y'),
          ),
          recordIdentifiers: fc.array(fc.record({ source: text, value: text }), { maxLength: 2 }),
        }),
        ranges: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie('range'), { maxLength: 2 })),
        files: fc.array(file, { maxLength: 3 }),
      })
      .map((each) => ({ ...each, id: `LOG_${(last += 1)}` })),
  })).range;

  it('are the same, and so is the METS, which stays valid', () => {
    const validator = existsSync(sharedDataPath('xsd')) ? openValidator(preservationSchemas()) : null;
    fc.assert(
      fc.property(fc.array(structure, { maxLength: 3 }), (roots) => {
        const before = replaced(filled().toBytes(now), roots);
        const after = replaced(before, read(manifestFor(describeMets(before))));
        expect(structuresIn(after)).to.deep.equal(structuresIn(before));
        expect(canonical(after)).to.deep.equal(canonical(before));
        expect(hrefFindings(validator?.validate(after) ?? [])).to.deep.equal([]);
      }),
      { seed: SEED, numRuns: atDepth(60) },
    );
    validator?.[Symbol.dispose]();
  });
  it('keep the pointers to files without a canvas in ranges that stay', () => {
    const before = replaced(filled().toBytes(now), [
      range('LOG_1', {
        files: [whole(SHOWN[0]!), whole(HIDDEN)],
        ranges: [range('LOG_2', { files: [whole(HIDDEN)] })],
      }),
    ]);
    const [root] = read(manifestFor(describeMets(before)));
    const after = replaced(before, [{ ...root!, name: 'Renamed', files: [whole(SHOWN[1]!)] }]);
    expect(structuresIn(after)).to.deep.equal([
      {
        ...(plain(describeMets(before).logicalStructures[0]!) as object),
        name: 'Renamed',
        files: [whole(SHOWN[1]!), whole(HIDDEN)],
      },
    ]);
  });
  const relabelled = (label: unknown, changes: (metadata: string) => string = (same) => same): unknown => {
    const before = replaced(filled().toBytes(now), [range('LOG_1', { ranges: [range('LOG_2', { name: 'Old' })] })]);
    const manifest = JSON.parse(changes(JSON.stringify(manifestFor(describeMets(before))))) as PostedManifest;
    const [root] = manifest.structures as readonly { items: readonly object[] }[];
    const structures = [{ ...root, items: [{ ...root!.items[0], label }] }];
    return describeMets(replaced(before, read({ ...manifest, structures }))).logicalStructures[0]!.ranges[0]!.name;
  };
  for (const [label, name] of [
    [{ en: ['Item: New'] }, 'New'],
    [{ de: ['Neu'] }, 'Neu'],
    ['New', 'New'],
    [{ en: ['Item: Old'] }, 'Old'],
    [{ en: ['Item: Old'], de: ['St\u00fcck: Alt'] }, 'Old'],
    [{ en: [] }, 'Old'],
    [undefined, 'Old'],
  ] as const)
    it(`name a range that keeps its id '${name}' by the label ${JSON.stringify(label)}`, () =>
      expect(relabelled(label)).to.equal(name));
  it('name a range by its metadata where these have another name, whatever the label says', () => {
    const renamed = (json: string): string => json.replace('"none":["Old"]', '"none":["Other"]');
    for (const label of ['Item: Old', 'Item: New']) expect(relabelled({ en: [label] }, renamed)).to.equal('Other');
  });
  it('replace all that were there, in the order given, and may be none', () => {
    const first = replaced(filled().toBytes(now), [range('LOG_1'), range('LOG_2'), range('LOG_3')]);
    const second = replaced(first, [range('LOG_3'), range('LOG_9'), range('LOG_1')]);
    expect(describeMets(second).logicalStructures.map(({ id }) => id)).to.deep.equal(['LOG_3', 'LOG_9', 'LOG_1']);
    expect(canonical(replaced(second, []))).to.deep.equal(canonical(filled().toBytes(now)));
  });
  it('cannot have the id of something else in the METS, or one twice', () => {
    const bytes = filled().toBytes(now);
    const fileId = describeMets(bytes).files[0]!.fileId;
    expect(() => replaced(bytes, [range(fileId)])).to.throw('something else in the METS has it');
    expect(() => replaced(bytes, [range('LOG_1'), range('LOG_1')])).to.throw('more than one range has it');
  });
});

/** An href is the path itself, so that a `%` in it is no URI for the schema (companion 5.2). */
const hrefFindings = (findings: readonly XmlFinding[]): readonly XmlFinding[] =>
  findings.filter(({ message }) => !message.includes("xlink}href'"));
