import { expect } from 'chai';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { ask, fresh, newContainer, newDeposit, newGroup, type Reply } from '../conversation.js';
import { importClient } from '../import-client.js';
import { liveServices } from '../live-services.js';

const SERVICES = [
  ['the preservation service', 'preservation', '/validation/archivalgroup'],
  ['the preservation service, in another casing', 'preservation', '/Validation/ArchivalGroup'],
  ['the storage service', 'storage', '/import/test-path'],
] as const;

for (const [title, service, route] of SERVICES)
  describe(`the test of a path for an archival group, on ${title}`, () => {
    const live = liveServices();
    const test = (path: string): Promise<Reply> => ask('GET', `${live[service]}${route}/${path}`);
    const expectFree = async (path: string): Promise<void> => {
      const { status, body, text } = await test(path);
      expect(status, text).to.equal(200);
      expect(body).to.deep.equal({
        id: `${live[service]}/repository/${path}`,
        type: 'ArchivalGroup',
        containers: [],
        binaries: [],
        created: null,
        createdBy: null,
        lastModified: null,
        lastModifiedBy: null,
        version: null,
        versions: null,
        storageMap: null,
      });
    };
    const expectRefusal = async (path: string, status: number, detail: RegExp): Promise<void> => {
      const answer = await test(path);
      expect(answer.status, answer.text).to.equal(status);
      expect(String(answer.body['detail'])).to.match(detail);
    };

    it('allows a free path in a container, and at the top', async () => {
      await expectFree(`${await newContainer(live)}/group`);
      await expectFree(fresh('top'));
    });

    it('allows a group that exists, and one that a deposit is active for', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      await expectFree(path);
      const free = `${await newContainer(live)}/group`;
      await newDeposit(live, { archivalGroup: `${live.preservation}/repository/${free}` });
      await expectFree(free);
    });

    it('reads an escaped slash as a plain one', async () => {
      const container = await newContainer(live);
      expect((await test(`${container}%2Fgroup`)).body.id).to.equal(`${live[service]}/repository/${container}/group`);
    });

    it('refuses names that a resource cannot have with 400', async () => {
      const container = await newContainer(live);
      await expectRefusal(`${container}/a!b`, 400, /contains invalid characters.*'!'/);
      await expectRefusal(`${container}/a%20b/c!`, 400, /contains invalid characters/);
      await expectRefusal(`${container}/${'x'.repeat(2_001)}`, 400, /1 to 2000/);
      await expectRefusal(`${container}//group`, 400, /empty|1 to 2000/);
      await expectRefusal('repository', 400, /reserved/);
      await expectRefusal('repository/group', 400, /reserved/);
    });

    it('refuses a container with 409', async () => {
      const container = await newContainer(live);
      await expectRefusal(container, 409, /is a Container, not an ArchivalGroup$/);
    });

    it('refuses a path whose container is missing with 409, and says which to create', async () => {
      const container = await newContainer(live);
      await expectRefusal(`${container}/a/b/c`, 409, new RegExp(`'${container}/a' does not exist`));
      expect((await test(`${container}/a/b/c`)).body['advice']).to.contain(`PUT /repository/${container}/a`);
    });

    it('refuses what is in a group with 409, and what was deleted from one with 410', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      await expectRefusal(`${path}/objects/a.txt`, 409, /is a Binary, not an ArchivalGroup$/);
      await expectRefusal(`${path}/objects`, 409, /is a Container, not an ArchivalGroup$/);
      await expectRefusal(`${path}/new`, 409, /is a ArchivalGroup/);
      const client = importClient(live);
      const binariesToDelete = [{ id: `${client.groupAt(path)}/objects/a.txt` }];
      await client.done(client.jobFor(path, { binariesToDelete, isUpdate: true }));
      await expectRefusal(`${path}/objects/a.txt`, 410, /has been replaced by a Tombstone$/);
    });

    it('refuses a path with an OCFL object that is not recorded with 409', async () => {
      const path = `${await newContainer(live)}/group`;
      const key = `${objectRoot(ocflId(path))}/inventory.json`;
      await live.bytes.put({ bucket: live.places.repository.bucket, key }, Buffer.from('{}'));
      await expectRefusal(path, 409, /Nothing can be imported into it/);
      await live.bytes.delete(live.places.repository.bucket, [key]);
    });
  });
