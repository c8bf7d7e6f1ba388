import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { readTar } from '../../../formats/tar/read-tar.js';
import { TarFault } from '../../../formats/tar/tar-fault.js';
import { tarFile } from '../../../formats/tar/tar-file.js';
import { allOf, filled, inPython, ODD_ENTRIES, openFilled, seekable } from '../../support/archive-files.js';
import { failureOf } from '../../support/failure-of.js';

/** Each entry: its bytes as text, or what else it is. */
const contentsOf = async (bytes: Buffer): Promise<Record<string, string>> => {
  const contents: Record<string, string> = {};
  for await (const { path, kind, open } of readTar(seekable(bytes)))
    contents[path] = kind === 'file' ? (await buffer(open())).toString() : `<${kind}>`;
  return contents;
};

const made = async (): Promise<Buffer> => allOf(await tarFile(ODD_ENTRIES, openFilled));

const faultOf = async (bytes: Buffer): Promise<string> => {
  const fault = await failureOf(contentsOf(bytes));
  expect(fault).to.be.instanceOf(TarFault);
  return (fault as Error).message.replace('It is no tar that can be read: ', '');
};

/** A tar with fields of its first header changed, and the sum made right again. */
const changed = async (...fields: readonly (readonly [at: number, text: string])[]): Promise<Buffer> => {
  const bytes = await allOf(await tarFile([filled('a.txt', 'one')], openFilled));
  for (const [at, text] of fields) bytes.write(text, at, 'latin1');
  bytes.fill(' ', 148, 156);
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
};

describe('the reading of tars', () => {
  it('reads those that are written here, whatever their names', async () => {
    const expected = ODD_ENTRIES.map(({ path, content }) =>
      path.endsWith('/') ? [path.slice(0, -1), '<folder>'] : [path, content.toString()],
    );
    expect(await contentsOf(await made())).to.deep.equal(Object.fromEntries(expected));
  });

  for (const format of ['USTAR', 'GNU', 'PAX'] as const)
    it(`reads those of other programs in the format ${format}`, async function () {
      const program = `import base64,io,json,sys,tarfile
b = io.BytesIO(); t = tarfile.open(fileobj=b, mode='w', format=tarfile.${format}_FORMAT)
def put(name, data=b'', **about):
  i = tarfile.TarInfo(name); i.size = len(data)
  for key, value in about.items(): setattr(i, key, value)
  t.addfile(i, io.BytesIO(data))
put('.', type=tarfile.DIRTYPE); put('./a.txt', b'one'); put('./Jürgen.txt', b'two')
put('folder', type=tarfile.DIRTYPE); put('link', type=tarfile.SYMTYPE, linkname='a.txt')
put('hard', type=tarfile.LNKTYPE, linkname='a.txt')
put('f' * 90 + '/' + 'x' * 90 + '.txt', b'three')
if sys.argv[1] != 'USTAR': put('long/' * 80 + 'x.txt', b'four')
t.close(); print(json.dumps(base64.b64encode(b.getvalue()).decode()))`;
      const encoded = inPython(program, format);
      if (encoded === null) this.skip();
      expect(await contentsOf(Buffer.from(encoded as string, 'base64'))).to.deep.equal({
        '': '<folder>',
        'a.txt': 'one',
        'Jürgen.txt': 'two',
        folder: '<folder>',
        link: '<other>',
        hard: '<other>',
        [`${'f'.repeat(90)}/${'x'.repeat(90)}.txt`]: 'three',
        ...(format === 'USTAR' ? {} : { [`${'long/'.repeat(80)}x.txt`]: 'four' }),
      });
    });

  it('takes one without the blocks of zeros at its end, or with more of them', async () => {
    const bytes = await allOf(await tarFile([filled('a.txt', 'one')], openFilled));
    for (const each of [bytes.subarray(0, -1024), Buffer.concat([bytes, Buffer.alloc(9_216)])])
      expect(await contentsOf(each)).to.deep.equal({ 'a.txt': 'one' });
  });

  it('refuses what is no tar, or is cut', async () => {
    const bytes = await made();
    expect(await faultOf(Buffer.alloc(0))).to.equal('it is empty.');
    expect(await faultOf(Buffer.from('text'))).to.equal('it is too short.');
    expect(await faultOf(Buffer.alloc(1024))).to.equal('it does not begin with a header.');
    expect(await faultOf(Buffer.concat([bytes.subarray(0, 1536), Buffer.from('more')]))).to.match(/^it is cut\.$/);
    expect(await faultOf(bytes.subarray(0, 1600))).to.equal('it is cut.');
  });

  it('refuses sizes and extended headers that cannot be', async () => {
    const [size, type] = [124, 156];
    expect(await faultOf(await changed([size, '00000000999\0']))).to.equal('a size is no number.');
    expect(await faultOf(await changed([size, '77777777777\0']))).to.equal('it is cut.');
    expect(await faultOf(await changed([size, `\x80${'\xff'.repeat(11)}`]))).to.equal('a size is no number.');
    expect(await faultOf(await changed([type, 'S']))).to.equal('it has a sparse file.');
    expect(await faultOf(await changed([type, 'x']))).to.equal('an extended header is damaged.');
    const large = await changed([size, '00004000001\0'], [type, 'x']);
    expect(await faultOf(Buffer.concat([large, Buffer.alloc(1 << 21)]))).to.equal('an extended header is too large.');
  });

  it('refuses extended headers of sparse files, and sizes in them that are no numbers', async () => {
    const withRecord = async (record: string): Promise<Buffer> => {
      const line = ` ${record}\n`;
      const text = `${line.length + 2}${line}`;
      const header = await allOf(await tarFile([filled('x', text)], openFilled));
      const whole = Buffer.concat([header.subarray(0, 1024), await made()]);
      whole.write('x', 156);
      whole.fill(' ', 148, 156);
      const sum = whole.subarray(0, 512).reduce((all, byte) => all + byte, 0);
      whole.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      return whole;
    };
    expect(await faultOf(await withRecord('GNU.sparse.major=1'))).to.equal('it has a sparse file.');
    expect(await faultOf(await withRecord('size=many'))).to.equal('a size is no number.');
  });
});
