import { expect } from 'chai';
import type { PreservationClient } from '../../../../clients/api/preservation-client.js';
import { uploadedTree } from '../../../../clients/command-line/deposit/deposit-trees.js';
import type { Deposit, WorkingDirectory } from '../../../../clients/api/resources.js';
import { failureOf } from '../../../support/failure-of.js';

describe('what is in the workspace of a deposit, for a client', () => {
  const deposit = { id: 'http://localhost/deposits/d' } as Deposit;
  const holding = (file: object) => {
    const folder = (localPath: string, members: object) => ({ localPath, files: [], directories: [], ...members });
    const objects = folder('objects', { directories: [folder('objects/a', { files: [file] })] });
    const root = folder('', { directories: [objects] }) as unknown as WorkingDirectory;
    return { getDepositFilesystem: () => Promise.resolve(root) } as unknown as PreservationClient;
  };

  it('is its files with their digests, and the folders', async () => {
    const client = holding({ localPath: 'objects/a/b.txt', size: 1, digest: 'ab' });
    const { files, folders } = await uploadedTree(client, deposit);
    expect([[...files], [...folders]]).to.deep.equal([[['objects/a/b.txt', 'ab']], ['objects', 'objects/a']]);
  });

  it('is refused where a file has a key that ends in a slash', async () => {
    const client = holding({ localPath: 'objects/a/b/', size: 12, digest: null });
    const error = await failureOf(uploadedTree(client, deposit));
    expect(error).to.have.property('name', 'CommandFault');
    expect(error).to.have.property('message').that.contains("'objects/a/b/' of the deposit has 12 bytes");
  });
});
