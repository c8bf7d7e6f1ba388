import { expect } from 'chai';
import { errorCode, sendSigned } from '../../../../../support/http/wire.js';
import { presigned, signed } from '../../../../../support/s3/sigv4-signer.js';
import { PREFIX, mine, scopedEndpoint } from './scoped-endpoint.js';

describe('S3 endpoint: credentials for one prefix and a limited time', () => {
  const endpoint = scopedEndpoint();

  describe('end', () => {
    const host = (): string => `127.0.0.1:${endpoint.harness.port}`;
    const get = (signer = mine) =>
      sendSigned(
        endpoint.harness.port,
        signed({ ...signer, at: endpoint.now }, { method: 'GET', path: `/workspace/${PREFIX}a`, host: host() }),
      );

    it('at the moment when they expire, and not before', async () => {
      endpoint.now = new Date(endpoint.expires.getTime() - 1);
      expect((await get()).status).to.equal(200);
      endpoint.now = endpoint.expires;
      const { status, body } = await get();
      expect([status, errorCode(body)]).to.deep.equal([400, 'ExpiredToken']);
      expect(body).to.contain(endpoint.expires.toISOString());
    });

    it('with the URLs that were presigned by them', async () => {
      const path = presigned(
        { ...mine, at: endpoint.start },
        { method: 'GET', path: `/workspace/${PREFIX}a`, host: host(), expires: 86_400 },
      );
      const use = () => sendSigned(endpoint.harness.port, { method: 'GET', path, headers: { host: host() } });
      endpoint.now = new Date(endpoint.expires.getTime() - 1);
      expect((await use()).status).to.equal(200);
      endpoint.now = endpoint.expires;
      expect(errorCode((await use()).body)).to.equal('ExpiredToken');
    });

    it('when they are withdrawn', async () => {
      endpoint.isWithdrawn = true;
      expect(errorCode((await get()).body)).to.equal('InvalidAccessKeyId');
    });

    it('before a byte of the body is read', async () => {
      endpoint.now = endpoint.expires;
      const head = signed(
        { ...mine, at: endpoint.now },
        { method: 'PUT', path: `/workspace/${PREFIX}large`, host: host() },
      );
      const headers = { ...head.headers, expect: '100-continue' };
      const { status } = await sendSigned(endpoint.harness.port, { ...head, headers }, Buffer.alloc(1024));
      expect(status).to.equal(400);
    });

    it('without a look at anything for a request with a wrong signature', async () => {
      endpoint.looked.length = 0;
      const { body } = await get({ ...mine, secretAccessKey: 'guessed' });
      expect([errorCode(body), endpoint.looked]).to.deep.equal(['SignatureDoesNotMatch', []]);
    });
  });
});
