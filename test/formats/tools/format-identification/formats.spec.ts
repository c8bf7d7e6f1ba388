import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { MetadataEntry } from '../../../../formats/metadata/entries.js';
import type { ToolReadings } from '../../../../formats/tools/tool-readings.js';
import { needsSharedData } from '../../../support/shared-data.js';
import { readWorkspace, STORED } from '../sources.js';

const SHA256 = 'ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef0123456789';
const HEADER = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning';
const row = (path: string, id = 'fmt/43', mime = 'image/jpeg'): string =>
  `${path},12,2025-04-20T12:45:53Z,,${SHA256},pronom,${id},JPEG,1.01,${mime},Image,"extension match jpg; byte match at 0, 14",`;

const CSV = 'metadata/formatid/formatid.csv';
const YAML = 'metadata/formatid/formatid.yaml';
const reading = (content: string | Uint8Array, place = CSV): Promise<ToolReadings> =>
  readWorkspace({ [place]: content });

const entry: MetadataEntry = {
  type: 'FileFormatMetadata',
  source: 'FormatIdTool',
  timestamp: STORED,
  digest: SHA256.toLowerCase(),
  size: 12,
  pronomKey: 'fmt/43',
  formatName: 'JPEG',
  originalName: null,
  storageLocation: null,
  contentType: 'image/jpeg',
};

describe('the table of the format tool', () => {
  it('gives the format of a file with one match, as of when the table was stored', async () => {
    const { entries, warnings } = await reading(`${HEADER}\n${row('/x/objects/a.jpg')}\n`);
    expect([...entries]).to.deep.equal([['objects/a.jpg', [entry]]]);
    expect(warnings).to.deep.equal([]);
  });

  it('gives nothing of a file with more matches than one, or of one that comes twice', async () => {
    const { entries } = await reading([HEADER, row('objects/a'), row('objects/b'), row('objects/a', 'x')].join('\n'));
    expect([...entries.keys()]).to.deep.equal(['objects/b']);
  });

  it('keeps the key of what the tool does not know, and has null for what is empty', async () => {
    const { entries } = await reading(`${HEADER}\nobjects/a,,,,,pronom,UNKNOWN,,,,,,no match\n`);
    const values = { digest: null, size: null, pronomKey: 'UNKNOWN', formatName: null, contentType: null };
    expect(entries.get('objects/a')).to.deep.equal([{ ...entry, ...values }]);
  });

  it('may have back-slashes, quoted names with commas and line ends, and columns in another order', async () => {
    const { entries } = await reading(
      `MIME,sha256, filename ,id\r\nimage/png,,"C:\\item\\objects\\a, ""b""\nc.png",fmt/11\r\n`,
    );
    expect(entries.get('objects/a, "b"\nc.png')?.[0]).to.include({ pronomKey: 'fmt/11', contentType: 'image/png' });
  });

  it('may lack its header', async () =>
    expect((await reading(row('objects/a'))).entries.get('objects/a')).to.deep.equal([entry]));

  it('may be in UTF-16, and have line ends of all kinds', async () => {
    const text = `\ufeff${HEADER}\r\n${row('objects/a')}\n\r\n${row('objects/b')}\r${row('objects/c')}`;
    const { entries, warnings } = await reading(Buffer.from(text, 'utf16le'));
    expect([...entries.keys()]).to.deep.equal(['objects/a', 'objects/b', 'objects/c']);
    expect(warnings).to.deep.equal([]);
  });

  it('is read but for rows that do not fit', async () => {
    const { entries, warnings } = await reading(`${HEADER}\nfoo,bar\n${row('objects/a')}\nx,"\n`);
    expect([...entries.keys()]).to.deep.equal(['objects/a']);
    expect(warnings).to.deep.equal([{ path: CSV, problem: 'in-part', leftOut: 2 }]);
  });

  const SEVERAL = `${HEADER},namespace,id,format,full,mime,basis,warning`;
  const several = (path: string, pronom: string, loc: string): string => `${path},12,,,${SHA256},${pronom},${loc}`;
  const jpeg = 'pronom,fmt/43,JPEG,1.01,image/jpeg,Image,extension match,';
  const loc = 'loc,fdd000461,JPEG file,,image/x-loc,extension match,';
  const rows = async (...lines: readonly string[]): Promise<ToolReadings['entries']> => {
    const { entries, warnings } = await reading([SEVERAL, ...lines].join('\n'));
    expect(warnings).to.deep.equal([]);
    return entries;
  };

  it('gives what PRONOM says where it has several identifiers', async () => {
    const entries = await rows(several('objects/a', jpeg, loc), several('objects/b', jpeg, ',,,,,,'));
    expect([...entries]).to.deep.equal([
      ['objects/a', [entry]],
      ['objects/b', [entry]],
    ]);
    const swapped = `filename,filesize,sha256,namespace,id,format,full,mime,basis,warning,namespace,id,format,version,mime,class,basis,warning\nobjects/a,12,${SHA256},${loc},${jpeg}`;
    expect((await reading(swapped)).entries.get('objects/a')).to.deep.equal([entry]);
  });

  it('counts the matches of PRONOM alone', async () => {
    const none = ',,,,,,,';
    const entries = await rows(
      several('objects/one', jpeg, loc),
      several('objects/one', none, loc.replace('461', '462')),
      several('objects/two', jpeg, loc),
      several('objects/two', jpeg.replace('43', '44'), ',,,,,,'),
      several('objects/none', none, loc),
    );
    expect([...entries]).to.deep.equal([['objects/one', [entry]]]);
  });

  it('gives nothing of a tool that was not asked for PRONOM', async () => {
    const { entries } = await reading(`filename,namespace,id,format,full,mime,basis,warning\nobjects/a,${loc}`);
    expect([...entries]).to.deep.equal([]);
  });

  it('may call PRONOM by another name, known by its keys', async () => {
    const entries = await rows(several('objects/a', jpeg.replace('pronom', 'our signatures'), loc));
    expect(entries.get('objects/a')).to.deep.equal([entry]);
  });

  it('may be by a tool up to 1.4, which calls the key puid', async () => {
    const old = `filename,filesize,modified,errors,sha256,id,puid,format,version,mime,basis,warning\nobjects/a,12,,,${SHA256},pronom,fmt/43,JPEG,1.01,image/jpeg,extension match,`;
    expect((await reading(old)).entries.get('objects/a')).to.deep.equal([entry]);
  });

  it('may be called YAML, and YAML a table', async () => {
    const yaml = `filename : 'objects/a'\nfilesize : 12\nsha256 : ${SHA256}\nmatches :\n  - id : 'fmt/43'\n    format : 'JPEG'\n    mime : 'image/jpeg'\n`;
    for (const [content, place] of [
      [`${HEADER}\n${row('objects/a')}`, YAML],
      [yaml, YAML],
      [yaml, CSV],
    ] as const) {
      const { entries, warnings } = await reading(content, place);
      expect(entries.get('objects/a'), `${place} ${content}`).to.deep.equal([entry]);
      expect(warnings).to.deep.equal([]);
    }
  });
});

describe('the YAML of the format tool', () => {
  const document = (path: string, matches: string): string =>
    `---\nfilename : ${path}\nfilesize : 12\nmodified : 2025-04-20T12:45:53Z\nerrors   : \nsha256   : ${SHA256}\nmatches  :\n${matches}`;
  const match = (id: string): string =>
    `  - ns      : 'pronom'\n    id      : '${id}'\n    format  : 'JPEG'\n    version : \n    mime    : 'image/jpeg'\n    warning : \n`;

  it('has the time of the run, and names with all that names may hold', async () => {
    const about =
      "---\nsiegfried   : 1.11.0\nscandate    : 2025-04-25T14:14:41Z\nidentifiers : \n  - name    : 'pronom'\n";
    const name = "'objects/it''s #1 💜: a.jpg'";
    const { entries, warnings } = await reading(about + document(name, match('fmt/43')), YAML);
    const timestamp = new Date('2025-04-25T14:14:41Z');
    expect(entries.get("objects/it's #1 💜: a.jpg")).to.deep.equal([{ ...entry, timestamp }]);
    expect(warnings).to.deep.equal([]);
  });

  const inNamespace = (namespace: string, id: string): string => match(id).replace('pronom', namespace);

  it('counts the matches of PRONOM alone', async () => {
    const documents = [
      document('objects/a', inNamespace('loc', 'fdd000461') + match('fmt/43') + inNamespace('loc', 'fdd000462')),
      document('objects/b', match('fmt/43') + match('fmt/44') + inNamespace('loc', 'fdd000461')),
      document('objects/c', inNamespace('loc', 'fdd000461')),
      document('objects/d', inNamespace('ours', 'x-fmt/43') + inNamespace('tika', 'image/jpeg')),
    ];
    const { entries } = await reading(documents.join(''), YAML);
    expect([...entries.keys()]).to.deep.equal(['objects/a', 'objects/d']);
    expect(entries.get('objects/a')).to.deep.equal([entry]);
    expect(entries.get('objects/d')?.[0]).to.include({ pronomKey: 'x-fmt/43' });
  });

  it('may be by a tool up to 1.4, which calls the key puid', async () => {
    const old = match('fmt/43')
      .replace("ns      : 'pronom'", 'id        : pronom')
      .replace('    id      :', '    puid      :');
    expect((await reading(document('objects/a', old), YAML)).entries.get('objects/a')).to.deep.equal([entry]);
  });

  for (const [what, name, path] of [
    ['a quote that is not doubled', "'objects/it's here.jpg'", "objects/it's here.jpg"],
    ['a colon without quotes', 'objects/a: b.jpg', 'objects/a: b.jpg'],
    ['a sign of YAML without quotes', '@objects/a.jpg', '@objects/a.jpg'],
  ] as const)
    it(`has the format of a file whose name has ${what}, and of the others`, async () => {
      const documents = [document("'objects/z'", match('fmt/43')), document(name, match('fmt/43'))];
      const { entries, warnings } = await reading(documents.join(''), YAML);
      expect([entries.get('objects/z'), entries.get(path)]).to.deep.equal([[entry], [entry]]);
      expect(warnings).to.deep.equal([]);
    });

  it('has the format of a file whose match is badly quoted', async () => {
    const bad = match('fmt/43').replace(/( {4}mime)/, "    basis   : 'extension match 'jpg''\n$1");
    const { entries, warnings } = await reading(document("'objects/a'", bad), YAML);
    expect([entries.get('objects/a'), warnings]).to.deep.equal([[entry], []]);
  });

  it('gives nothing of a file with no match, or with two', async () => {
    const documents = [
      document('objects/a', match('a') + match('b')),
      document('objects/b', ''),
      document('objects/c', match('UNKNOWN')),
    ];
    expect([...(await reading(documents.join(''), YAML)).entries.keys()]).to.deep.equal(['objects/c']);
  });

  it('may be in any other form of YAML', async () => {
    const other = `---\n{"filename": "objects/\\u00e4", filesize: 12, sha256: "${SHA256}",\n "matches": [{id: fmt/43, format: JPEG, mime: image/jpeg}]} # so\n`;
    expect((await reading(other, YAML)).entries.get('objects/ä')).to.deep.equal([entry]);
    const plain = `---\nfilename: "objects/b"\nfilesize: 12\nsha256: ${SHA256}\nmatches:\n- id: fmt/43\n  format: "JPEG"\n  mime: image/jpeg\n`;
    expect((await reading(plain, YAML)).entries.get('objects/b')).to.deep.equal([entry]);
    const block = `---\nfilename: |-\n  objects/b\nfilesize: 12\nsha256: '${SHA256}'\nmatches:\n- id: fmt/43\n  format: "JPEG"\n  mime: image/jpeg\n`;
    expect((await reading(block, YAML)).entries.get('objects/b')).to.deep.equal([entry]);
  });

  it('has a digest of digits alone as text', async () => {
    const digits = '1234567890'.repeat(7).slice(0, 64);
    const inline = `---\n{filename: objects/a, sha256: ${digits}, matches: [{id: 1e5}]}\n`;
    expect((await reading(inline, YAML)).entries.get('objects/a')?.[0]).to.include({
      digest: digits,
      pronomKey: '1e5',
    });
  });

  it('is read but for documents that are none', async () => {
    const deep = ['[', '{', '- ', '? ', '- a: '].map((each) => `---\n${each.repeat(500)}\n`);
    const bad = ['---\n[unclosed\n', '---\n- a list\n', '---\na: &x 1\nb: *x\n', ...deep];
    const { entries, warnings } = await reading(bad.join('') + document('objects/a', match('fmt/43')), YAML);
    expect([...entries.keys()]).to.deep.equal(['objects/a']);
    expect(warnings).to.deep.equal([{ path: YAML, problem: 'in-part', leftOut: 8 }]);
  });
});

describe('the two real outputs of the format tool', () => {
  for (const name of ['siegfried.csv', 'siegfried.yml']) {
    it(`give 14 files each: ${name}`, async function () {
      const content = readFileSync(needsSharedData(this, 'tool-outputs', name));
      const { entries, warnings } = await reading(content, `metadata/siegfried/${name}`);
      expect(warnings).to.deep.equal([]);
      expect(entries.size).to.equal(14);
      const [path, said] = [...entries][5] ?? [];
      expect(path).to.equal('objects/nyc/DSCF0981.JPG');
      expect(said?.[0]).to.include({ size: 8148972, pronomKey: 'fmt/1507' });
      expect([...entries.keys()].filter((each) => each.includes('#WomensHistoryMonth 💜'))).to.have.length(1);
    });
  }
});
