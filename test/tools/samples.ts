import { crc32 } from 'node:zlib';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u16 = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);

const tiff = (): Buffer => {
  const entry = (tag: number, value: number): Buffer => u16(tag, 3, 1, 0, value, 0);
  const entries = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 1],
    [279, 1],
  ].map(([tag = 0, value = 0]) => entry(tag, value));
  return Buffer.concat([ascii('II'), u16(42, 10, 0), u16(0), u16(entries.length), ...entries, u16(0, 0)]);
};

const wave = (): Buffer => {
  const format = Buffer.concat([ascii('fmt '), u16(16, 0, 1, 1, 8000, 0, 8000, 0, 1, 8)]);
  const body = Buffer.concat([ascii('WAVE'), format, ascii('data'), u16(2, 0, 0)]);
  return Buffer.concat([ascii('RIFF'), u16(body.length, 0), body]);
};

const atom = (kind: string, ...content: readonly Buffer[]): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + Buffer.concat(content).length);
  return Buffer.concat([length, ascii(kind), ...content]);
};

const movie = (): Buffer =>
  Buffer.concat([
    atom('ftyp', ascii('mp42'), Buffer.alloc(4), ascii('mp42isom')),
    atom('moov', atom('mvhd', Buffer.alloc(100))),
    atom('mdat', Buffer.alloc(8)),
  ]);

/** A ZIP archive whose entries are stored as they are. */
const zip = (entries: readonly (readonly [name: string, content: string])[]): Buffer => {
  const u32 = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  for (const [name, content] of entries) {
    const [path, body] = [ascii(name), ascii(content)];
    const common = Buffer.concat([
      u16(20, 0, 0, 0, 0x5821),
      u32(crc32(body), body.length, body.length),
      u16(path.length, 0),
    ]);
    const offset = Buffer.concat(locals).length;
    locals.push(Buffer.concat([ascii('PK\x03\x04'), common, path, body]));
    directory.push(Buffer.concat([ascii('PK\x01\x02'), u16(20), common, u16(0, 0, 0), u32(0, offset), path]));
  }
  const [files, index] = [Buffer.concat(locals), Buffer.concat(directory)];
  const count = entries.length;
  const end = Buffer.concat([u16(0, 0, count, count), u32(index.length, files.length), u16(0)]);
  return Buffer.concat([files, index, ascii('PK\x05\x06'), end]);
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const wordDocument = (): Buffer =>
  zip([
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/document.xml',
      `${XML}<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>A letter.</w:t></w:r></w:p></w:body></w:document>`,
    ],
  ]);

/** Small files by name, and the keys of PRONOM that are right for them. */
export const samples: readonly { readonly name: string; readonly content: Buffer; readonly keys: readonly string[] }[] =
  [
    {
      name: 'pixel.png',
      content: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      keys: ['fmt/11', 'fmt/12', 'fmt/13'],
    },
    { name: 'pixel.tif', content: tiff(), keys: ['fmt/353'] },
    {
      name: 'page.pdf',
      content: ascii('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
      keys: ['fmt/18'],
    },
    { name: 'letter.docx', content: wordDocument(), keys: ['fmt/412'] },
    { name: 'film.mp4', content: movie(), keys: ['fmt/199'] },
    { name: 'sound.wav', content: wave(), keys: ['fmt/6', 'fmt/141'] },
    { name: 'notes.txt', content: ascii('Some notes.\n'), keys: ['x-fmt/111'] },
    { name: 'empty', content: Buffer.alloc(0), keys: ['UNKNOWN'] },
  ];
