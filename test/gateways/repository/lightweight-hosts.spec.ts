import { expect } from 'chai';
import { ask, newGroup } from '../conversation.js';
import type { LiveServices } from '../live-services.js';

describe('the light view of a resource (preservation 4.1; companion 3.1)', () => {
  let live: LiveServices;
  let path: string;
  before(async () => {
    ({ live, path } = await newGroup({ 'objects/a.txt': 'a' }));
  });

  for (const host of ['preservation', 'storage'] as const)
    for (const inner of ['', '/objects', '/objects/a.txt'])
      it(`names itself, its group and its agents on the ${host} service: group${inner}`, async () => {
        const id = `${live[host]}/repository/${path}${inner}`;
        const { body: whole } = await ask('GET', `${live[host]}/repository/${path}`);
        for (const query of ['', `&version=${whole.version.mementoTimestamp}`]) {
          const { status, body } = await ask('GET', `${id}?view=lightweight${query}`);
          expect([status, body.id]).to.deep.equal([200, id]);
          const group = inner === '' ? undefined : `${live[host]}/repository/${path}`;
          expect(body.partOf).to.equal(group);
          for (const agent of [body['createdBy'], body['lastModifiedBy']])
            expect(agent).to.equal(`${live[host]}/agents/dev`);
        }
      });
});
