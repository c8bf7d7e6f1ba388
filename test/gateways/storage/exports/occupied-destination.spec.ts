import { expect } from 'chai';
import { exportFile, type FileExportOptions } from '../../../../commands/export-content/export-file.js';
import { ask, fresh, newDeposit, newGroup, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestExport, uriOf } from './request-export.js';
import { sha256Of } from '../../../support/sha256.js';

describe('an export to a place where something is (storage service 4, 4.1)', () => {
  const live = liveServices();

  const bucket = (): string => live.places.workspaceBucket;
  const put = (key: string, text: string): Promise<unknown> =>
    live.bytes.put({ bucket: bucket(), key }, Buffer.from(text));
  const textAt = async (key: string): Promise<string> => {
    const { stream } = await live.bytes.get({ bucket: bucket(), key });
    return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
  };
  const metsOnly = (path: string, destination: string): Promise<Reply> =>
    ask('POST', `${live.storage}/exportMetsOnly`, { archivalGroup: uriOf(live, path), destination });

  it('is refused with 409, up to twenty keys and nothing overwritten, also of the METS alone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const prefix = `exports/${fresh('occupied')}`;
    await put(`${prefix}/mets.xml`, 'another METS');
    for (let each = 10; each < 31; each++) await put(`${prefix}/objects/${each}.txt`, 'x');
    const destination = `s3://${bucket()}/${prefix}`;
    for (const reply of [await requestExport(live, path, { destination }), await metsOnly(path, destination)]) {
      expect(reply.status, reply.text).to.equal(409);
      const detail = String(reply.body['detail']);
      expect(detail).to.match(
        /^There are objects below s3:\/\/\S+ already: 'mets\.xml', 'objects\/10\.txt', .* and more\.$/,
      );
      expect(detail.match(/'[^']+'/g)).to.have.length(20);
    }
    await live.settle();
    expect(await textAt(`${prefix}/mets.xml`)).to.equal('another METS');
  });

  it('is refused in the workspace of a deposit whose METS was changed', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = await newDeposit(live, { archivalGroup: `${live.preservation}/repository/${path}` });
    await put(`${deposit.prefix}mets.xml`, 'edited');
    const destination = `s3://${bucket()}/${deposit.prefix}`;
    for (const reply of [await requestExport(live, path, { destination }), await metsOnly(path, destination)])
      expect(reply.status, reply.text).to.equal(409);
    expect(await textAt(`${deposit.prefix}mets.xml`)).to.equal('edited');
  });

  it('is made where there are folders without bytes alone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const prefix = `exports/${fresh('folders')}/`;
    await put(prefix, '');
    await put(`${prefix}objects/`, '');
    const { status, text, body } = await requestExport(live, path, { destination: `s3://${bucket()}/${prefix}` });
    expect(status, text).to.equal(201);
    await live.settle();
    expect((await ask('GET', body.id)).body['errors']).to.deep.equal([]);
  });

  it('has an error for a key that appeared meanwhile, which is left as it is, and the other files', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const prefix = `exports/${fresh('meanwhile')}/`;
    live.exports.hold();
    let id: string;
    try {
      ({ id } = (await requestExport(live, path, { destination: `s3://${bucket()}/${prefix}` })).body);
      await put(`${prefix}objects/a.txt`, 'of somebody else');
      await put(`${prefix}objects/b.txt`, 'b');
    } finally {
      live.exports.letGo();
    }
    await live.settle();
    const { body } = await ask('GET', id);
    const errors = body['errors'] as readonly { readonly id: string; readonly message: string }[];
    const uris = ['a', 'b'].map((name) => `s3://${bucket()}/${prefix}objects/${name}.txt`);
    expect(errors.map((error) => error.id)).to.deep.equal(uris);
    expect(errors[0]?.message).to.equal(`There is another object at ${uris[0]} already, which was not overwritten.`);
    expect(body['files']).to.deep.equal([`s3://${bucket()}/${prefix}mets.xml`]);
    expect(await textAt(`${prefix}objects/a.txt`)).to.equal('of somebody else');
  });

  /** A group with one file, what exports it to a new place, and where it is put. */
  const exportOfOne = async (bytes: FileExportOptions['bytes']) => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const { body } = await ask('GET', `${uriOf(live, path)}/objects/a.txt`);
    const { from, key } = /^s3:\/\/(?<from>[^/]+)\/(?<key>.*)$/.exec(String(body['origin']))!.groups!;
    const destination = { bucket: bucket(), prefix: `exports/${fresh('one')}/` };
    const exporting: FileExportOptions = {
      bytes,
      destination,
      bucket: from!,
      stored: (each) => live.bytes.head({ bucket: from!, key: each }),
      replaceable: null,
      isRepeated: false,
    };
    const file = {
      path: 'objects/a.txt',
      key: key!,
      sha256: sha256Of('a'),
      contentType: 'text/plain',
      fileModified: null,
    };
    return { file, exporting, target: `${destination.prefix}objects/a.txt` };
  };
  const occupied = (target: string) => ({
    ok: false,
    refusal: `There is another object at s3://${bucket()}/${target} already, which was not overwritten.`,
  });

  it('overwrites nothing that appears in the moment in which it copies', async () => {
    const { bytes } = live;
    let appears = 'of somebody else';
    const racing: FileExportOptions['bytes'] = {
      head: (at) => bytes.head(at),
      get: (...asked) => bytes.get(...asked),
      async copy(from, to, options) {
        await bytes.put(to, Buffer.from(appears));
        return bytes.copy(from, to, options);
      },
    };
    const { file, exporting, target } = await exportOfOne(racing);
    expect(await exportFile(file, exporting)).to.deep.equal(occupied(target));
    expect(await textAt(target)).to.equal('of somebody else');
    // Nor the METS that it may replace, where that is changed in this moment.
    const { etag } = await bytes.put({ bucket: bucket(), key: target }, Buffer.from('as the deposit was opened'));
    appears = 'edited';
    expect(await exportFile(file, { ...exporting, replaceable: etag })).to.deep.equal(occupied(target));
    expect(await textAt(target)).to.equal('edited');
  });

  it('replaces the METS with which a deposit was opened, and no other object, by one copy more', async () => {
    const { file, exporting, target } = await exportOfOne(live.bytes);
    const { etag } = await live.bytes.put({ bucket: bucket(), key: target }, Buffer.from('as the deposit was opened'));
    expect(await exportFile(file, { ...exporting, replaceable: '"other"' })).to.deep.equal(occupied(target));
    expect(await exportFile(file, { ...exporting, replaceable: etag })).to.deep.equal({ ok: true, value: 1 });
    expect(await textAt(target)).to.equal('a');
  });

  it('goes on after a crash with what it has copied, whether or not the store knows the digest, and with nothing else', async () => {
    const { bytes } = live;
    const copied: string[] = [];
    const storeThat = (knowsDigests: boolean): FileExportOptions['bytes'] => ({
      head: async (at) => {
        const info = await bytes.head(at);
        return info === null || knowsDigests ? info : { ...info, sha256: null };
      },
      get: (...asked) => bytes.get(...asked),
      copy: async (...asked) => {
        const stored = await bytes.copy(...asked);
        copied.push(asked[1].key);
        return stored;
      },
    });
    const { file, exporting, target } = await exportOfOne(bytes);
    const again = (knowsDigests: boolean) =>
      exportFile(file, { ...exporting, isRepeated: true, bytes: storeThat(knowsDigests) });
    for (const knowsDigests of [true, false, true])
      expect(await again(knowsDigests)).to.deep.equal({ ok: true, value: 1 });
    expect(copied).to.deep.equal([target]);
    await put(target, 'of somebody else');
    for (const knowsDigests of [true, false]) expect(await again(knowsDigests)).to.deep.equal(occupied(target));
    expect(await textAt(target)).to.equal('of somebody else');
  });
});
