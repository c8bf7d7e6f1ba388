import { expect } from 'chai';
import { uploadedTree } from '../../../../clients/command-line/deposit/deposit-trees.js';
import type { Deposit } from '../../../../clients/api/resources.js';
import { memoryBytes } from '../../../support/s3/memory-bytes.js';
import { failureOf } from '../../../support/failure-of.js';

describe('what is in the workspace of a deposit, for a client', () => {
  const deposit = { files: 's3://workspace/d/' } as Deposit;
  const holding = async (objects: Readonly<Record<string, string>>) => {
    const { store } = memoryBytes(['workspace']);
    for (const [path, text] of Object.entries(objects))
      await store.put({ bucket: 'workspace', key: `d/${path}` }, Buffer.from(text));
    return store;
  };

  it('is its files and the folders that have markers', async () => {
    const objects = await holding({ 'objects/': '', 'objects/a/': '', 'objects/a/b.txt': 'b' });
    const { files, folders } = await uploadedTree(objects, deposit);
    expect([[...files.keys()], [...folders]]).to.deep.equal([['objects/a/b.txt'], ['objects/a']]);
  });

  it('is refused where a file has a key that ends in a slash', async () => {
    const objects = await holding({ 'objects/a/': 'twelve bytes' });
    const error = await failureOf(uploadedTree(objects, deposit));
    expect(error).to.have.property('name', 'CommandFault');
    expect(error).to.have.property('message').that.contains("'objects/a/' of the deposit has 12 bytes");
  });
});
