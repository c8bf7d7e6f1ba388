import { expect } from 'chai';
import { ask, ended, newDeposit, newGroup } from '../conversation.js';
import { liveServices } from '../live-services.js';

describe('properties of a body that the interface does not have', () => {
  const live = liveServices();
  const ignored = (name: string): string => `The property '${name}' is unknown and was ignored.`;

  it('are named in the warnings of a new deposit, the first ten of them', async () => {
    const misspelt = await ask('POST', `${live.preservation}/deposits`, { submisionText: 'a', 'b c': null });
    expect(misspelt.status).to.equal(201);
    expect(misspelt.body['warnings']).to.deep.equal([ignored('submisionText'), ignored('b c')]);
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, index]));
    const { body } = await ask('POST', `${live.preservation}/deposits`, many);
    expect(body['warnings']).to.have.length(11).and.include('2 more unknown properties were ignored.');
  });

  it('stand beside the other warnings', async () => {
    const archivalGroup = `${live.preservation}/repository/no-such-container/group`;
    const { body } = await ask('POST', `${live.preservation}/deposits`, { archivalGroup, nmae: 'x' });
    expect(body['warnings']).to.have.length(2).and.include(ignored('nmae'));
  });

  it('are none of a deposit that is sent back whole', async () => {
    const { uri } = await newDeposit(live);
    const { body } = await ask('GET', uri);
    const answer = await ask('PATCH', uri, { ...body, SubmissionText: 'changed' });
    expect([answer.status, answer.body['warnings']]).to.deep.equal([200, undefined]);
  });

  it('are named for an import job, and are none of a diff that is sent back whole', async () => {
    const jobFor = async (change: object): Promise<unknown> => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      const archivalGroup = `${live.preservation}/repository/${path}`;
      const { uri } = await newDeposit(live, { archivalGroup, template: 'RootLevel' });
      const diff = await ask('GET', `${uri}/importjobs/diff`);
      const job = await ask('POST', `${uri}/importjobs`, { ...diff.body, ...change });
      expect([diff.status, job.status], job.text).to.deep.equal([200, 201]);
      await ended(live, job.body.id); // specs that share the platform look at the whole repository
      return job.body['warnings'];
    };
    expect(await jobFor({ binariesToDelte: [] })).to.deep.equal([ignored('binariesToDelte')]);
    expect(await jobFor({})).to.equal(undefined);
  });

  it('are named for a container and an archive job', async () => {
    const at = `${live.preservation}/repository/unknown-properties`;
    expect((await ask('PUT', at, { label: 'x' })).body['warnings']).to.deep.equal([ignored('label')]);
    const { id } = await newDeposit(live);
    const report = await ask('POST', `${live.preservation}/deposits/archive-job`, { depositId: id, batch: 1 });
    expect(report.body['warnings']).to.deep.equal([ignored('batch')]);
  });
});
