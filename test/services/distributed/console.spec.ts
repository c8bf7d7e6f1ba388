import { createHash, randomBytes } from 'node:crypto';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { startCluster, type Cluster } from '../../support/distributed/cluster.js';
import { CLUSTER_NEEDS, clusterServers } from '../../support/distributed/cluster-servers.js';
import { callOn, type Reply } from '../../support/http/call-on.js';
import { testBrowser } from '../../support/identity/browser.js';
import { openPeopleProvider, type PeopleOidcProvider } from '../../support/identity/people-provider.js';
import { plainClient } from '../../support/s3/s3-server.js';
import { until } from '../../support/scheduling/until.js';

const AUDIENCE = 'api://muniment';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Presigned {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

interface Part extends Presigned {
  readonly number: number;
}

describe(`the console over two gateways (needs ${CLUSTER_NEEDS})`, () => {
  const servers = clusterServers();
  let provider: PeopleOidcProvider;
  let cluster: Cluster;
  let close = (): Promise<unknown> => Promise.resolve();
  before(async function () {
    if (servers === null) return this.skip();
    provider = await openPeopleProvider(AUDIENCE);
    close = () => provider.close();
    const env = { MUNIMENT_AUTH_ISSUER: provider.issuer, MUNIMENT_AUTH_AUDIENCE: AUDIENCE };
    cluster = await startCluster(servers, { env });
    close = () => cluster.stop().finally(() => provider.close());
    await cluster.healthy();
    const client = plainClient(servers.s3);
    const rule = { AllowedOrigins: [cluster.preservation], AllowedMethods: ['PUT'], AllowedHeaders: ['*'] };
    const CORSConfiguration = { CORSRules: [{ ...rule, ExposeHeaders: ['ETag'] }] };
    await client.send(new PutBucketCorsCommand({ Bucket: cluster.buckets.workspace, CORSConfiguration }));
    client.destroy();
  });
  after(() => close());

  /** What a page of the console sends once this person has signed in, to the service behind its address. */
  const signIn = async (name: string): Promise<Record<string, string>> => {
    const browser = testBrowser();
    const there = `${cluster.preservation}/console/jobs`;
    const login = await browser.open(`${cluster.preservation}/console/api/sign-in?back=/console/jobs`, there);
    const consent = await browser.send(login, { login: name, password: 'any' }, there);
    const back = await browser.send(consent, {}, there);
    expect(back.address).to.equal(there);
    const cookie = browser.cookiesFor(`${cluster.preservation}/console/api/`);
    return { cookie, origin: cluster.preservation, 'sec-fetch-site': 'same-origin' };
  };
  /** A request of a page to a gateway, or to their balancer; an address of the interface is one of the console there. */
  const ask = <Body>(
    gateway: string,
    headers: Record<string, string>,
    method: string,
    address: string,
    body?: unknown,
  ): Promise<Reply<Body>> => {
    const path = address.replace(cluster.preservation, '');
    const below = path.startsWith('/') ? `preservation${path}` : path;
    return callOn(gateway)<Body>(method, `/console/api/${below}`, body, headers);
  };
  const agentAt = async (gateway: string, headers: Record<string, string>): Promise<string | undefined> =>
    (await ask<{ agent?: string }>(gateway, headers, 'GET', 'session')).body.agent;
  /** Sends bytes to a presigned address, as a page of the console does. */
  const put = async ({ url, method, headers }: Presigned, body: Buffer<ArrayBuffer>): Promise<Response> => {
    const answer = await fetch(url, { method, headers: { ...headers, origin: cluster.preservation }, body });
    expect(answer.status, await answer.clone().text()).to.equal(200);
    expect(answer.headers.get('access-control-allow-origin')).to.equal(cluster.preservation);
    return answer;
  };

  it('knows at each gateway who has signed in by way of any, and forgets them at all when they sign out', async () => {
    const [ann, ben] = [await signIn('ann'), await signIn('ben')];
    for (const gateway of cluster.gateways) {
      expect(await agentAt(gateway, ann)).to.equal('ann');
      expect(await agentAt(gateway, ben)).to.equal('ben');
    }
    const [one = '', other = ''] = cluster.gateways;
    expect((await ask(one, ann, 'POST', 'sign-out')).status).to.equal(200);
    expect((await ask(other, ann, 'GET', 'session')).status).to.equal(401);
    expect((await ask(other, ann, 'GET', '/deposits')).status).to.equal(401);
    expect(await agentAt(other, ben)).to.equal('ben');
  });

  it('passes a person on to both services from each gateway, in their name', async () => {
    const ann = await signIn('ann');
    for (const gateway of cluster.gateways) {
      expect((await ask<{ name: string }>(gateway, ann, 'GET', '/whoami')).body.name).to.equal('ann');
      expect((await ask(gateway, ann, 'GET', 'storage/repository')).status).to.equal(200);
      expect((await ask(gateway, {}, 'GET', 'storage/repository')).status).to.equal(401);
    }
  });

  it('preserves what a page uploads straight to the store, although a gateway is killed meanwhile', async () => {
    const ann = await signIn('ann');
    const [one = '', other = ''] = cluster.gateways;
    const opened = await ask<{ id: string }>(one, ann, 'POST', '/deposits', {
      template: 'RootLevel',
      archivalGroup: `${cluster.preservation}/repository/uploaded`,
      archivalGroupName: 'Uploaded',
    });
    expect(opened.status).to.equal(201);
    const deposit = opened.body.id;
    const [small, large] = [Buffer.from('a page'), randomBytes(20_000_000)];
    const files = [{ path: 'objects/a page.txt', sha256: sha256(small) }];
    const granted = await ask<{ uploads: Presigned[] }>(other, ann, 'POST', `${deposit}/credentials`, { files });
    await put(granted.body.uploads[0]!, small);

    const begun = { path: 'objects/film.mov', size: large.length };
    const upload = await ask<{ id: string; partSize: number }>(one, ann, 'POST', `${deposit}/uploads`, begun);
    const { id, partSize } = upload.body;
    const halves = [large.subarray(0, partSize), large.subarray(partSize)];
    const parts = halves.map((half, index) => ({ number: index + 1, sha256: sha256(half) }));
    const [first] = (await ask<{ parts: Part[] }>(one, ann, 'POST', id, { parts: parts.slice(0, 1) })).body.parts;
    const etags = [(await put(first!, halves[0]!)).headers.get('etag')];

    await cluster.processes.get('preservation-1')!.end('SIGKILL');
    // A request on a connection to the gateway that was killed is broken off; the page asks again.
    await until('the other gateway answers', async () => (await agentAt(cluster.preservation, ann)) === 'ann');
    const there = await ask<{ parts: readonly { number: number }[] }>(cluster.preservation, ann, 'GET', id);
    expect(there.body.parts.map(({ number }) => number)).to.deep.equal([1]);
    const [second] = (await ask<{ parts: Part[] }>(cluster.preservation, ann, 'POST', id, { parts: parts.slice(1) }))
      .body.parts;
    etags.push((await put(second!, halves[1]!)).headers.get('etag'));
    const completed = await ask(cluster.preservation, ann, 'PUT', id, {
      sha256: sha256(large),
      parts: parts.map((each, index) => ({ ...each, etag: etags[index] })),
    });
    expect(completed.status, JSON.stringify(completed.body)).to.equal(200);
    await cluster.processes.get('preservation-1')!.start();

    const ifMatch = (await ask(one, ann, 'GET', `${deposit}/mets`)).headers.get('etag') ?? '';
    const paths = ['objects/a page.txt', 'objects/film.mov'];
    const recorded = await ask(one, { ...ann, 'if-match': ifMatch }, 'POST', `${deposit}/mets`, paths);
    expect(recorded.status, JSON.stringify(recorded.body)).to.equal(200);
    const diff = { id: `${deposit}/importjobs/diff` };
    const job = await ask<{ id: string }>(other, ann, 'POST', `${deposit}/importjobs`, diff);
    expect(job.status, JSON.stringify(job.body)).to.equal(201);
    await until('the import is done', async () => {
      const { body } = await ask<{ status: string }>(other, ann, 'GET', job.body.id);
      return body.status === 'completed';
    });
    const group = await ask<{ versions: object[]; createdBy: string }>(one, ann, 'GET', '/repository/uploaded');
    expect(group.body.versions).to.have.length(1);
    expect(group.body.createdBy).to.match(/\/ann$/);
  });
});
