import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { validateObject } from '../../../support/repository/validate-object.js';
import { folderObject } from '../folder-object.js';
import { add, container, openRepository } from '../repository.js';
import { openedForEach } from '../../../support/platform/opened.js';

describe('validating what the fixtures cannot show', () => {
  const repository = openedForEach(openRepository, (each) => each.remove());
  let root: string;
  beforeEach(async () => {
    await repository.preserve([container('x'), add('x/a', 'one')]);
    root = join(repository.folder, repository.place.bucket, repository.place.root);
  });

  /** Codes and places, without the warning that every object of this platform has. */
  const found = async (): Promise<string[]> =>
    (await validateObject(folderObject(root)))
      .filter(({ code }) => code !== 'W004')
      .map(({ code, path }) => `${code} ${path}`);

  it('finds a link', async () => {
    await symlink('/etc/hostname', join(root, 'v1/content/x/link'));
    expect(await found()).to.deep.equal(['E090 v1/content/x/link', 'E023 v1/content/x/link']);
  });

  it('finds an empty folder in content', async () => {
    await mkdir(join(root, 'v1/content/x/empty'));
    expect(await found()).to.deep.equal(['E024 v1/content/x/empty']);
  });

  it('finds a content folder that a version without content should not have', async () => {
    await rm(join(root, 'v1/content'), { recursive: true });
    await mkdir(join(root, 'v1/content'));
    expect(await found())
      .to.include('W003 v1/content')
      .and.to.include('E092 v1/content/x/a');
  });

  it('finds one changed byte, and names the file', async () => {
    await appendFile(join(root, 'v1/content/x/a'), '!');
    expect(await found()).to.deep.equal(['E092 v1/content/x/a']);
  });

  it('finds a second declaration, and one of another kind', async () => {
    await writeFile(join(root, '0=ocfl_object_1.0'), 'ocfl_object_1.0\n');
    expect(await found()).to.include('E003 ');
    await rm(join(root, '0=ocfl_object_1.0'));
    await rm(join(root, '0=ocfl_object_1.1'));
    await writeFile(join(root, '0=ocfl_1.1'), 'ocfl_1.1\n');
    expect(await found()).to.deep.equal(['E006 0=ocfl_1.1']);
  });

  it('finds an inventory that is no JSON, and one with keys that OCFL does not know', async () => {
    await writeFile(join(root, 'v1/inventory.json'), 'oops');
    expect(await found()).to.deep.equal(['E033 v1/inventory.json']);
    await writeFile(join(root, 'v1/inventory.json'), '{"colour":"red"}');
    expect(await found())
      .to.include('E102 v1/inventory.json')
      .and.to.include('E036 v1/inventory.json');
  });
});
