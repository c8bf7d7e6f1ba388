import { expect } from 'chai';
import { openS3Harness, owner } from '../../../../support/s3/s3-harness.js';
import { presigned } from '../../../../support/s3/sigv4-signer.js';
import { openedOnce } from '../../../../support/platform/opened.js';

const PAGE = 'https://archive.example';

describe('S3 endpoint: pages of other origins', () => {
  const harness = openedOnce(() => openS3Harness({ allowsOrigin: (origin) => origin === PAGE }));

  const preflight = (origin: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${harness.endpoint}/workspace/a`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,x-amz-checksum-sha256',
        ...headers,
      },
    });
  const put = async (origin: string): Promise<Response> => {
    const host = `127.0.0.1:${harness.port}`;
    const path = presigned(owner, { method: 'PUT', path: '/workspace/a', host });
    return fetch(harness.endpoint + path, { method: 'PUT', headers: { origin }, body: 'a' });
  };

  it('may send what they ask for, of an allowed origin, without a signature of the question', async () => {
    const answer = await preflight(PAGE);
    expect(answer.status).to.equal(204);
    expect(answer.headers.get('access-control-allow-origin')).to.equal(PAGE);
    expect(answer.headers.get('access-control-allow-methods')).to.contain('PUT');
    expect(answer.headers.get('access-control-allow-headers')).to.equal('content-type,x-amz-checksum-sha256');
    expect(answer.headers.get('access-control-allow-credentials')).to.equal(null);
    expect(answer.headers.get('vary')).to.equal('Origin');
  });

  it('may reach an address of a private network', async () => {
    const answer = await preflight(PAGE, { 'access-control-request-private-network': 'true' });
    expect(answer.headers.get('access-control-allow-private-network')).to.equal('true');
  });

  it('may send nothing, of any other origin', async () => {
    const answer = await preflight('https://elsewhere.example');
    expect([answer.status, await answer.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 403 && text.includes('<Code>AccessForbidden</Code>'),
    );
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('may read answers and their ETags, of an allowed origin', async () => {
    const answer = await put(PAGE);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('access-control-allow-origin')).to.equal(PAGE);
    expect(answer.headers.get('access-control-expose-headers')).to.contain('ETag');
  });

  it('may read why they are refused', async () => {
    const answer = await fetch(`${harness.endpoint}/workspace/a`, {
      method: 'PUT',
      headers: { origin: PAGE },
      body: 'a',
    });
    expect(answer.status).to.equal(403);
    expect(answer.headers.get('access-control-allow-origin')).to.equal(PAGE);
  });

  it('read nothing, of any other origin', async () => {
    const answer = await put('https://elsewhere.example');
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('need a signature for whatever is no such question', async () => {
    const answer = await fetch(`${harness.endpoint}/workspace/a`, { method: 'OPTIONS', headers: { origin: PAGE } });
    expect(answer.status).to.equal(403);
  });
});
