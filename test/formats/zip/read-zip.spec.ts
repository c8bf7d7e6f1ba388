import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { readZip, ZipFault } from '../../../formats/zip/read-zip.js';
import { zipFile } from '../../../formats/zip/zip-file.js';
import { allOf, inPython, ODD_ENTRIES, openFilled, seekable } from '../../support/archive-files.js';
import { failureOf } from '../../support/failure-of.js';

const contentsOf = async (bytes: Buffer): Promise<Record<string, string>> => {
  const contents: Record<string, string> = {};
  for await (const { path, open } of (await readZip(seekable(bytes))).entries())
    contents[path] = (await buffer(await open())).toString();
  return contents;
};

const made = async (comment = ''): Promise<Buffer> => allOf(await zipFile(ODD_ENTRIES, openFilled, { comment }));

describe('the reading of zips', () => {
  it('reads those that are written here, whatever their names', async () => {
    const bytes = await made();
    const expected = Object.fromEntries(ODD_ENTRIES.map(({ path, content }) => [path, content.toString()]));
    expect(await contentsOf(bytes)).to.deep.equal(expected);
  });

  it('reads what is said of the whole zip', async () => {
    expect((await readZip(seekable(await made('letters/1911@v1')))).comment).to.equal('letters/1911@v1');
  });

  it('reads deflated entries, and large ones, of other programs', async function () {
    const program = `import base64,io,json,zipfile
b = io.BytesIO(); z = zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED); z.writestr('a.txt', 'a' * 1000)
with z.open('large.txt', 'w', force_zip64=True) as f: f.write(b'large')
z.comment = b'of Python'; z.close(); print(json.dumps(base64.b64encode(b.getvalue()).decode()))`;
    const encoded = inPython(program);
    if (encoded === null) this.skip();
    const bytes = Buffer.from(encoded as string, 'base64');
    expect(await contentsOf(bytes)).to.deep.equal({ 'a.txt': 'a'.repeat(1000), 'large.txt': 'large' });
  });

  it('ends an entry that inflates to more bytes than it says', async function () {
    const program = `import base64,io,json,zipfile
b = io.BytesIO(); z = zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED); z.writestr('a.txt', bytes(10000000)); z.close()
print(json.dumps(base64.b64encode(b.getvalue()).decode()))`;
    const encoded = inPython(program);
    if (encoded === null) this.skip();
    const bytes = Buffer.from(encoded as string, 'base64');
    const size = Buffer.from([0x80, 0x96, 0x98, 0]); // 10,000,000
    const fields = [bytes.indexOf(size), bytes.lastIndexOf(size)];
    for (const at of fields) bytes.writeUInt32LE(100, at);
    const fault = await failureOf(contentsOf(bytes));
    expect((fault as Error).message).to.equal('It is no zip that can be read: a.txt has more bytes than it says.');
  });

  it('refuses one of several parts', async () => {
    const bytes = await made();
    bytes.writeUInt16LE(2, bytes.length - 18);
    const fault = await failureOf(contentsOf(bytes));
    expect((fault as Error).message).to.equal('It is no zip that can be read: it is one of several parts.');
  });

  it('refuses what is no zip, or is cut', async () => {
    const bytes = await made();
    for (const wrong of [Buffer.alloc(0), Buffer.from('text'), bytes.subarray(0, -1), bytes.subarray(100)])
      expect(await failureOf(contentsOf(wrong))).to.be.instanceOf(ZipFault);
  });
});
