import { expect } from 'chai';
import fc from 'fast-check';
import type { Losses } from '../../../formats/text/decoded-text.js';
import { csvRecords } from '../../../formats/tools/format-identification/csv-records.js';
import { LIMITS, LONGEST } from '../../../formats/text/limits.js';
import { linesOf } from '../../../formats/text/lines.js';
import { inSmallChunks } from '../tools/sources.js';

const none = (): Losses => ({ leftOut: 0, isTooLong: false, limits: LIMITS });

const lines = async (content: string | Uint8Array, losses = none(), size = 7): Promise<string[]> => {
  const all: string[] = [];
  for await (const block of linesOf(inSmallChunks(content, size), losses)) all.push(...block);
  return all;
};

const records = async (content: string, losses = none(), size = 7): Promise<(readonly string[])[]> => {
  const all: (readonly string[])[] = [];
  for await (const record of csvRecords(inSmallChunks(content, size), losses)) all.push(record);
  return all;
};

describe('the lines of a tool output', () => {
  it('end with line feed, carriage return or both', async () =>
    expect(await lines('a\nb\r\nc\rd\r\r\n\ne', none(), 1)).to.deep.equal([
      'a\n',
      'b\r\n',
      'c\r',
      'd\r',
      '\r\n',
      '\n',
      'e',
    ]));

  it('are as many of an empty text', async () => expect(await lines('')).to.deep.equal([]));

  for (const [name, bytes] of [
    ['UTF-8', Buffer.from('ä\n💜')],
    ['UTF-8 with a byte-order mark', Buffer.from('\ufeffä\n💜')],
    ['UTF-16 with a byte-order mark', Buffer.from('\ufeffä\n💜', 'utf16le')],
    ['big-endian UTF-16 with a byte-order mark', Buffer.from('\ufeffä\n💜', 'utf16le').swap16()],
    ['a single byte', Buffer.from('x')],
  ] as const) {
    it(`are read from ${name}`, async () => {
      const expected = bytes.length === 1 ? ['x'] : ['ä\n', '💜'];
      for (const size of [1, 2, 3, 100]) expect(await lines(bytes, none(), size)).to.deep.equal(expected);
    });
  }

  it('are read from UTF-16 without a mark, as ASCII begins it', async () => {
    const bytes = Buffer.from('filename\nb', 'utf16le');
    expect(await lines(bytes)).to.deep.equal(['filename\n', 'b']);
    expect(await lines(Buffer.from(bytes).swap16())).to.deep.equal(['filename\n', 'b']);
  });

  it('that are too long are left out and counted, the others stay', async () => {
    const losses = none();
    const long = 'x'.repeat(LONGEST + 1);
    expect(await lines(`a\n${long}\r\nb\n${long}\n${long}`, losses, 10_000)).to.deep.equal(['a\n', 'b\n']);
    expect(losses.leftOut).to.equal(3);
  });

  it('are the text again when they are joined', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'ä', '💜', '\r', '\n', '\r\n', ' '), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (parts, size) =>
          void expect((await lines(parts.join(''), none(), size)).join('')).to.equal(parts.join('')),
      ),
    ));
});

describe('comma-separated records', () => {
  it('have quotes, doubled quotes, commas and line ends within quotes', async () =>
    expect(await records('a,"b, ""c""\r\nd",\n"",e\r\n')).to.deep.equal([
      ['a', 'b, "c"\r\nd', ''],
      ['', 'e'],
    ]));

  it('keep quotes that stand within a field, and text after a closing quote', async () =>
    expect(await records('a"b,"c"d,e"')).to.deep.equal([['a"b', 'cd', 'e"']]));

  it('are lines where a quote is never closed', async () => {
    expect(await records('a,"b\nc,d\n')).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    const row = 'c,d\n';
    const many = await records(`a,"b\n${row.repeat(LONGEST)}e,"f"\n`, none(), 10_000);
    expect(many).to.have.length(LONGEST + 2);
    expect(many.at(-1)).to.deep.equal(['e', 'f']);
  });

  it('come back from what RFC 4180 makes of them', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '💜') }), { minLength: 1 }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const quoted = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(','));
          expect(await records(`${quoted.join('\r\n')}\r\n`, none(), size)).to.deep.equal(rows);
        },
      ),
    ));
});
