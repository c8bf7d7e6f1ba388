import { expect } from 'chai';
import { ask, newGroup } from '../../gateways/conversation.js';
import { liveServices } from '../../gateways/live-services.js';
import { rawRequest } from '../../gateways/service.js';

for (const name of ['preservation', 'storage'] as const) {
  describe(`the ${name} service`, () => {
    const live = liveServices();

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
      expect(body['servers']).to.deep.equal([{ url: live[name], description: 'The address of this service.' }]);
    });

    it('shows that document on a page that loads nothing from elsewhere', async () => {
      const answer = await fetch(`${live[name]}/docs/`);
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).to.match(/^default-src 'self';/);
      const links = [...(await answer.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
      expect(links).to.have.length(5);
      for (const link of links) {
        const file = await fetch(new URL(link, live[name]));
        expect([file.status, new URL(file.url).origin], link).to.deep.equal([200, live[name]]);
        expect(Number(file.headers.get('content-length')) > 0 || link.endsWith('.json'), link).to.equal(true);
        await file.arrayBuffer();
      }
    });

    it('sends a script of that page as it is to a client that cannot decompress, and no other file', async () => {
      const plain = await rawRequest(Number(new URL(live[name]).port), 'GET /docs/start.js');
      expect(plain).to.include('url: "/openapi.json"');
      expect(plain).to.not.match(/content-encoding/i);
      for (const wrong of ['package.json', 'index.html', 'constructor'])
        expect((await ask('GET', `${live[name]}/docs/${wrong}`)).status, wrong).to.equal(404);
      expect((await ask('GET', `${live[name]}/docs/..%2Fpackage.json`)).status).to.equal(400);
    });
  });
}

describe('bytes that the store has lost', () => {
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
