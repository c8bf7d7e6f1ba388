import { expect } from 'chai';
import { ask, newGroup } from '../conversation.js';
import { liveServices, type LiveServices } from '../live-services.js';

for (const name of ['preservation', 'storage'] as const) {
  describe(`the ${name} service`, function () {
    this.timeout(30_000);
    let live: LiveServices;
    before(async () => {
      live = await liveServices();
    });

    it('says that it is healthy', async () => {
      const { status, text, headers } = await ask('GET', `${live[name]}/Health`);
      expect([status, text]).to.deep.equal([200, 'Healthy']);
      expect(headers.get('content-type')).to.match(/^text\/plain/);
    });

    it('says how it sees the caller, whatever the caller sends', async () => {
      const { body } = await ask('GET', `${live[name]}/whoami`, undefined, { 'x-client-identity': 'someone' });
      const depositBucket = live.places.workspaceBucket;
      expect(body).to.deep.equal({ name: 'dev', source: 'user', appId: null, depositBucket });
    });

    it('describes itself by a document that names every operation it has', async () => {
      const { status, body } = await ask('GET', `${live[name]}/openapi.json`);
      expect(status).to.equal(200);
      expect(body['openapi']).to.match(/^3\.1\./);
      expect(body['paths']).to.have.property('/repository/{path}');
      expect(JSON.stringify(body)).to.not.contain('.yaml');
    });
  });
}

describe('bytes that the store has lost', function () {
  this.timeout(30_000);

  it('are a fault of the service, told by an id and nothing of its inside', async () => {
    const { live, path } = await newGroup({ 'objects/a.txt': 'a' });
    const { body } = await ask('GET', `${live.storage}/repository/${path}/objects/a.txt`);
    const key = String(body['origin']).replace(`s3://${live.places.repository.bucket}/`, '');
    await live.bytes.delete(live.places.repository.bucket, [key]);
    const lost = await ask('GET', body.content);
    expect(lost.status).to.equal(500);
    expect(lost.headers.get('content-type')).to.match(/^application\/problem\+json/);
    expect(lost.text).to.not.contain(key);
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(lost.text)?.[0];
    expect(live.log.lines.some(({ fields }) => fields['fault'] === id)).to.equal(true);
  });
});
