import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { ImportRequest } from '../../../events/archival-group.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import type { GroupState } from '../../../formats/group-state/group-state.js';
import { readRootInventory } from '../../../formats/ocfl/inventory/read-inventory.js';
import { readGroupState } from '../../../formats/group-state/read-state.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { importOnce, outcomeOf } from '../support/import-once.js';
import { openRepository } from '../support/repository.js';
import { openedOnce } from '../../support/platform/opened.js';

type Op = PlannedOperation['op'];

describe('the operations of an import', () => {
  const repository = openedOnce(openRepository);

  const of = (op: Op, path: string, name?: string): PlannedOperation => ({ op, path, ...(name && { name }) });
  const add = (path: string, text = path, rest?: Partial<PlannedOperation>): Promise<PlannedOperation> =>
    repository.put('add-binary', path, text, rest);
  const patch = (
    path: string,
    text = `${path}, revised`,
    rest?: Partial<PlannedOperation>,
  ): Promise<PlannedOperation> => repository.put('patch-binary', path, text, rest);

  const run = async (
    group: string,
    operations: readonly (PlannedOperation | Promise<PlannedOperation>)[],
    request: Partial<ImportRequest> = {},
  ): Promise<number | string> => {
    const planned: PlannedOperation[] = [];
    for (const each of operations) planned.push(await each);
    const task = await repository.submit(group, planned, request);
    await importOnce(repository.dependencies, task);
    return outcomeOf(repository.dependencies, task);
  };

  let groups = 0;
  /** A group with a bit of everything, named so that what a refusal says can be told in full. */
  const newGroup = async (): Promise<string> => {
    const group = `letters/${++groups}`;
    const version = await run(group, [
      of('add-container', 'objects', 'Objects'),
      of('add-container', 'objects/inner'),
      of('add-container', 'empty'),
      add('top'),
      add('objects/a', 'a', { name: 'Page A' }),
      add('objects/inner/b'),
    ]);
    expect(version).to.equal(1);
    return group;
  };
  const keysOf = async (group: string): Promise<string[]> => {
    const root = objectRoot(ocflId(group), 'root/');
    return [...(await repository.stored()).keys()].filter((key) => key.startsWith(`${root}/`));
  };
  const stateOf = async (group: string): Promise<GroupState> => {
    const place = { bucket: 'repository', root: objectRoot(ocflId(group), 'root/') };
    const { inventory } = (await readRootInventory(repository.bytes, place))!;
    return readGroupState(repository.bytes, place, inventory, inventory.head);
  };

  describe('are refused, the whole job with them and nothing of it left, where they', () => {
    let group: string;
    before(async () => {
      group = await newGroup();
    });

    /** `GROUP` stands for the group's path in messages. */
    const refused = (
      title: string,
      message: string,
      ...operations: readonly (PlannedOperation | (() => Promise<PlannedOperation>))[]
    ): void => {
      it(title, async () => {
        const before = await keysOf(group);
        const planned = operations.map((each) => (typeof each === 'function' ? each() : each));
        const outcome = await run(group, [add('fine'), of('rename-binary', 'top', 'Top'), ...planned]);
        expect(outcome).to.equal(message.replaceAll('GROUP', group));
        expect(await keysOf(group)).to.deep.equal(before);
        expect(await repository.staged()).to.deep.equal([]);
        const { versions, job } = await readLedger(repository.events, group);
        expect([versions.length, job]).to.deep.equal([1, null]);
      });
    };

    refused(
      'add a container that exists',
      'Resource already exists at GROUP/objects (Container)',
      of('add-container', 'objects'),
    );
    refused(
      'add a container where a binary is',
      'Resource already exists at GROUP/top (Binary)',
      of('add-container', 'top'),
    );
    refused('add a binary that exists', 'Resource already exists at GROUP/top (Binary)', () => add('top', 'other'));
    refused('add a binary where a container is', 'Resource already exists at GROUP/empty (Container)', () =>
      add('empty'),
    );
    refused(
      'add a container without its parent',
      "Ancestors of 'GROUP/no/such' must all be Containers, 'GROUP/no' does not exist.",
      of('add-container', 'no/such'),
    );
    refused(
      'add a binary without its parent',
      "Ancestors of 'GROUP/objects/no/c' must all be Containers, 'GROUP/objects/no' does not exist.",
      () => add('objects/no/c'),
    );
    refused(
      'add a binary below a binary',
      "Ancestors of 'GROUP/top/c' must all be Containers, 'GROUP/top' is a Binary.",
      () => add('top/c'),
    );
    refused(
      'add a binary below a binary that the job adds',
      "Ancestors of 'GROUP/new/c' must all be Containers, 'GROUP/new' is a Binary.",
      () => add('new'),
      () => add('new/c'),
    );
    refused('patch what is not there', 'Not found: GROUP/gone', () => patch('gone'));
    refused('patch a container', 'Not found: GROUP/objects is a Container, not a Binary.', () => patch('objects'));
    refused('delete a binary that is not there', 'Not found: GROUP/gone', of('delete-binary', 'gone'));
    refused(
      'delete a container as a binary',
      'Not found: GROUP/empty is a Container, not a Binary.',
      of('delete-binary', 'empty'),
    );
    refused('delete a container that is not there', 'Not found: GROUP/gone', of('delete-container', 'gone'));
    refused(
      'delete a binary as a container',
      'Not found: GROUP/top is a Binary, not a Container.',
      of('delete-container', 'top'),
    );
    refused(
      'delete a container and not the binary in it',
      'GROUP/objects/inner is not empty: a Container goes when the same job deletes all that is in it.',
      of('delete-container', 'objects/inner'),
    );
    refused(
      'delete a container and not the container in it',
      'GROUP/objects is not empty: a Container goes when the same job deletes all that is in it.',
      of('delete-container', 'objects'),
      of('delete-binary', 'objects/a'),
    );
    refused(
      'delete a container to which they add',
      'GROUP/empty is not empty: a Container goes when the same job deletes all that is in it.',
      of('delete-container', 'empty'),
      () => add('empty/c'),
    );
    refused('rename a binary that is not there', 'Not found: GROUP/gone', of('rename-binary', 'gone', 'G'));
    refused('rename a container that is not there', 'Not found: GROUP/gone', of('rename-container', 'gone', 'G'));
    refused(
      'rename a container as a binary',
      'Not found: GROUP/objects is a Container, not a Binary.',
      of('rename-binary', 'objects', 'O'),
    );
    refused(
      'rename what they delete',
      'Not found: GROUP/objects/a',
      of('delete-binary', 'objects/a'),
      of('rename-binary', 'objects/a', 'A'),
    );
    refused('rename without a name', 'No name given for GROUP/objects', of('rename-container', 'objects'));
    refused('rename to nothing but spaces', 'No name given for GROUP/objects/a', of('rename-binary', 'objects/a', ' '));
    refused(
      'rename one resource twice',
      "'GROUP/objects/a' is named more than once.",
      of('rename-binary', 'objects/a', 'A'),
      of('rename-binary', 'objects/a', 'B'),
    );
    refused(
      'add one container twice',
      "'GROUP/c' is named more than once.",
      of('add-container', 'c'),
      of('add-container', 'c'),
    );
    refused(
      'add one binary twice, though the bytes are the same',
      "'GROUP/c' is named more than once.",
      () => add('c'),
      () => add('c'),
    );
    refused(
      'add a binary and a container at one path',
      "'GROUP/c' is named more than once.",
      of('add-container', 'c'),
      () => add('c'),
    );
    refused(
      'add and delete at one path',
      "'GROUP/c' is named more than once.",
      () => add('c'),
      of('delete-binary', 'c'),
    );
    refused(
      'delete and add anew at one path, which is a patch',
      "'GROUP/objects/a' is named more than once.",
      of('delete-binary', 'objects/a'),
      () => add('objects/a'),
    );
    refused(
      'patch and delete at one path',
      "'GROUP/objects/a' is named more than once.",
      () => patch('objects/a'),
      of('delete-binary', 'objects/a'),
    );
    refused(
      'delete one binary twice',
      "'GROUP/objects/a' is named more than once.",
      of('delete-binary', 'objects/a'),
      of('delete-binary', 'objects/a'),
    );
    refused('name a binary by no id', 'Binary ID is null', of('delete-binary', ''));
    refused('name a container by no id', 'Container ID is null', of('rename-container', '', 'C'));
    refused(
      "come into the platform's own folder",
      "'GROUP/.muniment/state.ndjson' is refused: .muniment is reserved for the platform.",
      () => patch('.muniment/state.ndjson'),
    );
  });

  describe('are carried out where they', () => {
    it('add a binary below containers of the same job, whatever the order they are given in', async () => {
      const group = await newGroup();
      const operations = [add('new/inner/c'), of('add-container', 'new/inner'), of('add-container', 'new')];
      expect(await run(group, operations)).to.equal(2);
      expect([...(await stateOf(group)).binaries.keys()]).to.include('new/inner/c');
    });

    it('delete a container with all that is in it, whatever the order they are given in', async () => {
      const group = await newGroup();
      const deleted = [of('delete-container', 'objects'), of('delete-container', 'objects/inner')];
      const emptied = [of('delete-binary', 'objects/a'), of('delete-binary', 'objects/inner/b')];
      expect(await run(group, [...deleted, ...emptied])).to.equal(2);
      const { containers, binaries, tombstones } = await stateOf(group);
      expect([...containers.keys(), ...binaries.keys()]).to.deep.equal(['empty', 'top']);
      expect([...tombstones.keys()]).to.have.members(['objects', 'objects/inner', 'objects/a', 'objects/inner/b']);
    });

    it('rename a container and delete what is in it', async () => {
      const group = await newGroup();
      const operations = [of('rename-container', 'objects/inner', 'Inside'), of('delete-binary', 'objects/inner/b')];
      expect(await run(group, operations)).to.equal(2);
      expect((await stateOf(group)).containers.get('objects/inner')?.name).to.equal('Inside');
    });

    it('rename only, and write no content for it', async () => {
      const group = await newGroup();
      const renamed = [of('rename-binary', 'objects/a', 'Seite “A”'), of('rename-container', 'objects', 'Objekte')];
      expect(await run(group, renamed)).to.equal(2);
      const written = (await keysOf(group)).filter((key) => key.includes('/v2/content/'));
      expect(written.map((key) => key.split('/v2/')[1])).to.deep.equal(['content/.muniment/state.ndjson']);
      const { binaries, containers } = await stateOf(group);
      expect([binaries.get('objects/a')?.name, containers.get('objects')?.name]).to.deep.equal([
        'Seite “A”',
        'Objekte',
      ]);
    });

    it('patch and rename one binary: the rename comes last', async () => {
      const group = await newGroup();
      const rename = of('rename-binary', 'objects/a', 'Renamed');
      expect(await run(group, [rename, patch('objects/a', 'new', { name: 'Patched' })])).to.equal(2);
      expect((await stateOf(group)).binaries.get('objects/a')).to.include({ name: 'Renamed', size: 3 });
    });

    it('patch with a name, and without one keep what is there', async () => {
      const group = await newGroup();
      await run(group, [patch('objects/a', 'second')]);
      expect((await stateOf(group)).binaries.get('objects/a')?.name).to.equal('Page A');
      await run(group, [patch('objects/a', 'third', { name: ' ' })]);
      expect((await stateOf(group)).binaries.get('objects/a')?.name).to.equal('Page A');
      await run(group, [patch('objects/a', 'fourth', { name: 'Page\r\nB' })]);
      expect((await stateOf(group)).binaries.get('objects/a')?.name).to.equal('Page - B');
    });

    it('patch with the bytes that are there, and write none', async () => {
      const group = await newGroup();
      expect(await run(group, [patch('objects/a', 'a', { contentType: 'text/csv' })])).to.equal(2);
      const written = (await keysOf(group)).filter((key) => key.includes('/v2/content/'));
      expect(written.map((key) => key.split('/v2/')[1])).to.deep.equal(['content/.muniment/state.ndjson']);
      expect((await stateOf(group)).binaries.get('objects/a')?.contentType).to.equal('text/csv');
    });

    it('add what was deleted before, as something new', async () => {
      const group = await newGroup();
      await run(group, [of('delete-binary', 'objects/a')]);
      expect(await run(group, [add('objects/a', 'a')], { createdBy: 'bob' })).to.equal(3);
      const { binaries, tombstones } = await stateOf(group);
      expect(binaries.get('objects/a')).to.include({ createdBy: 'bob', modifiedBy: 'bob', name: null });
      expect([...tombstones.keys()]).to.deep.equal([]);
      expect((await keysOf(group)).filter((key) => key.endsWith('/objects/a'))).to.have.length(1);
    });

    it('make a container of a binary and a binary of a container', async () => {
      const group = await newGroup();
      const operations = [
        of('add-container', 'top'),
        add('top/page 1'),
        of('delete-binary', 'top'),
        add('empty', 'no longer'),
        of('delete-container', 'empty'),
      ];
      expect(await run(group, operations)).to.equal(2);
      const { binaries, containers } = await stateOf(group);
      expect([containers.has('top'), binaries.has('top/page 1'), binaries.has('empty')]).to.deep.equal([
        true,
        true,
        true,
      ]);
    });

    it('bring files of no bytes, in a first version and by a patch', async () => {
      const group = await newGroup();
      expect(await run(group, [add('nothing', ''), patch('top', '')])).to.equal(2);
      const { binaries } = await stateOf(group);
      expect([binaries.get('nothing')?.size, binaries.get('top')?.size]).to.deep.equal([0, 0]);
      expect((await keysOf(group)).filter((key) => /\/v2\/content\/(nothing|top)$/.test(key))).to.have.length(1);
    });

    it('are none, and only the group gets another name', async () => {
      const group = await newGroup();
      expect(await run(group, [], { archivalGroupName: 'Letters of 1911' })).to.equal(2);
      expect((await stateOf(group)).name).to.equal('Letters of 1911');
      expect(await run(group, [of('delete-binary', 'top')], { archivalGroupName: null })).to.equal(3);
      expect((await stateOf(group)).name).to.equal('Letters of 1911');
    });

    it('have a creator, which is recorded on what they add and change and on nothing else', async () => {
      const group = await newGroup();
      await run(group, [add('new'), patch('objects/a', 'b')], { createdBy: 'bob' });
      const { binaries } = await stateOf(group);
      const who = (path: string): unknown[] => [binaries.get(path)?.createdBy, binaries.get(path)?.modifiedBy];
      expect([who('new'), who('objects/a'), who('top')]).to.deep.equal([
        ['bob', 'bob'],
        ['ada', 'bob'],
        ['ada', 'ada'],
      ]);
    });
  });
});
