import { expect } from 'chai';
import { openScriptedProvider, type ScriptedProvider } from '../../support/identity/scripted-provider.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { AUDIENCE, claimsAt, newKey, signed } from '../../support/identity/token-signer.js';
import { keysIn } from '../../support/s3/keys-in.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string;
}

const key = newKey('k');
const knownClients = { 'app-digitisation': { name: 'Digitisation', depositBucket: 'digitisation-workspace' } };

describe('the deposits of a known client that has a bucket of its own', () => {
  let provider: ScriptedProvider;
  let platform: TestPlatform;
  before(async () => {
    provider = await openScriptedProvider([key]);
    platform = await startTestPlatform({
      environment: {
        MUNIMENT_AUTH_ISSUER: provider.issuer,
        MUNIMENT_AUTH_AUDIENCE: AUDIENCE,
        MUNIMENT_KNOWN_CLIENTS: JSON.stringify(knownClients),
      },
    });
  });
  after(async () => {
    await platform.remove();
    await provider.close();
  });

  const bearer = (changes: Record<string, unknown>) => {
    const claims = claimsAt(Math.floor(Date.now() / 1000), { iss: provider.issuer, ...changes });
    return { authorization: `Bearer ${signed(key, claims)}` };
  };
  const client = () => bearer({ azp: 'app-digitisation' });
  const place = (files: string) => {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
    return { bucket, prefix };
  };

  it('are refused by the pipeline, which does not reach them there', async () => {
    const made = await platform.call<Deposit>('POST', '/deposits', {}, client());
    const run = await platform.call<{ detail: string }>('POST', `${made.body.id}/pipeline`, undefined, client());
    const depositId = made.body.id.slice(made.body.id.lastIndexOf('/') + 1);
    expect([run.status, run.body.detail]).to.deep.equal([
      400,
      `Could not run pipeline because the files of deposit ${depositId} are in bucket digitisation-workspace, not in muniment-workspace`,
    ]);
  });
  it('are made, filled, preserved, exported and deleted there', async () => {
    const { s3 } = platform;
    await platform.call('PUT', '/repository/scans', undefined, client());
    const archivalGroup = `${platform.ready.preservation}/repository/scans/one`;
    const made = await platform.call<Deposit>('POST', '/deposits', { template: 'RootLevel', archivalGroup }, client());
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { bucket, prefix } = place(made.body.files);
    expect(bucket).to.equal('digitisation-workspace');
    await s3.put({ bucket, key: `${prefix}objects/a.txt` }, Buffer.from('a'));
    const { body } = await platform.call<Deposit>('GET', made.body.id, undefined, client());
    const added = await platform.call('POST', `${body.id}/mets`, ['objects/a.txt'], {
      ...client(),
      'if-match': body.metsETag,
    });
    expect(added.status, JSON.stringify(added.body)).to.equal(200);
    const job = { id: `${body.id}/importjobs/diff` };
    // The bucket stays with the deposit, whoever goes on with it.
    const posted = await platform.call<{ id: string }>('POST', `${body.id}/importjobs`, job, bearer({ upn: 'ada' }));
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    await platform.settle();
    const result = await platform.call('GET', posted.body.id, undefined, client());
    expect(result.body).to.deep.include({ status: 'completed', newVersion: 'v1', errors: null });
    const exported = await platform.call<Deposit>('POST', '/deposits/export', { archivalGroup }, client());
    expect(exported.status, JSON.stringify(exported.body)).to.equal(201);
    const into = place(exported.body.files);
    expect(into.bucket).to.equal('digitisation-workspace');
    await platform.settle();
    const arrived = await platform.call('GET', exported.body.id, undefined, client());
    expect(arrived.body).to.deep.include({ status: 'new', versionExported: 'v1' });
    expect(await s3.head({ bucket, key: `${into.prefix}objects/a.txt` })).not.to.equal(null);
    expect((await platform.call('DELETE', body.id, undefined, client())).status).to.equal(204);
    await platform.settle();
    const left = await keysIn(s3, bucket, prefix);
    expect(left).to.deep.equal([]);
  });

  it('are not those of a user that came through it, or of whoever takes its name', async () => {
    for (const headers of [
      bearer({ upn: 'ada', azp: 'app-digitisation' }),
      { ...bearer({}), 'x-client-identity': 'Digitisation' },
    ]) {
      const { body } = await platform.call<Deposit>('POST', '/deposits', {}, headers);
      expect(place(body.files).bucket).to.equal('muniment-workspace');
    }
  });

  it('are found again under the same Idempotency-Key', async () => {
    const headers = { ...client(), 'idempotency-key': 'once' };
    const [first, second] = [
      await platform.call<Deposit>('POST', '/deposits', {}, headers),
      await platform.call<Deposit>('POST', '/deposits', {}, headers),
    ];
    expect([first.status, second.status, second.body.id]).to.deep.equal([201, 201, first.body.id]);
  });
});
