import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { s3WorkspaceAccess, type AccessSettings } from '../../../infra/s3/workspace-access/workspace-access.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { workspaceAccessContract } from '../../contracts/workspace-access.contract.js';
import { bucketUrl } from '../../../infra/s3/bucket-url.js';
import { openS3Harness, owner } from '../../support/s3/s3-harness.js';
import { openedOnce } from '../../support/platform/opened.js';

workspaceAccessContract('URLs presigned by the platform’s own credentials', async () => {
  const harness = await openS3Harness();
  const settings = { endpoint: harness.endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true };
  const access = s3WorkspaceAccess(settings);
  const objects = openS3ByteStore(settings);
  return {
    open: access.open,
    bucket: 'workspace',
    objects,
    close: async () => {
      access.close();
      objects.close();
      await harness.close();
    },
  };
});

describe('the address of a bucket', () => {
  const addresses: readonly (readonly [where: string, settings: AccessSettings, address: string])[] = [
    ['AWS', {}, 'https://workspace.s3.eu-west-2.amazonaws.com'],
    ['AWS with buckets in the path', { forcePathStyle: true }, 'https://s3.eu-west-2.amazonaws.com/workspace'],
    ['AWS in China', { region: 'cn-north-1' }, 'https://workspace.s3.cn-north-1.amazonaws.com.cn'],
    [
      'another store',
      { endpoint: 'http://store.example:9000', forcePathStyle: true },
      'http://store.example:9000/workspace',
    ],
    [
      'another store with a name for each bucket',
      { endpoint: 'https://store.example' },
      'https://workspace.store.example',
    ],
  ];
  for (const [where, settings, address] of addresses)
    it(`is that of ${where}`, async () => {
      const client = new S3Client({ region: 'eu-west-2', credentials: owner, ...settings });
      expect(await bucketUrl(client, 'workspace')).to.equal(address);
    });

  it('is that of the store that the environment of the SDK names', async () => {
    process.env['AWS_ENDPOINT_URL_S3'] = 'http://store.example:9000/s3';
    try {
      const client = new S3Client({ region: 'eu-west-2', credentials: owner, forcePathStyle: true });
      expect(await bucketUrl(client, 'workspace')).to.equal('http://store.example:9000/s3/workspace');
    } finally {
      delete process.env['AWS_ENDPOINT_URL_S3'];
    }
  });
});

describe('presigned URLs of an S3 store', () => {
  const harness = openedOnce(openS3Harness);

  const from = new Date(Math.floor(Date.now() / 1000) * 1000);
  const openOn = (settings: AccessSettings) => {
    const store = { endpoint: harness.endpoint, forcePathStyle: true, region: 'eu-west-2', credentials: owner };
    const { open, close } = s3WorkspaceAccess({ ...store, ...settings });
    close();
    return open({ depositId: 'd', files: { bucket: 'workspace', prefix: 'deposits/d/' } }, { from, seconds: 600 });
  };
  const urlOn = async (settings: AccessSettings): Promise<URL> =>
    new URL((await (await openOn(settings))!.presignPut('deposits/d/a b', '00'.repeat(32))).url);

  it('sign the digest as a header, and leave the type to the client', async () => {
    const { searchParams } = await urlOn({});
    expect(searchParams.get('X-Amz-SignedHeaders')).to.equal('host;x-amz-checksum-sha256');
    expect(searchParams.get('X-Amz-Expires')).to.equal('600');
    expect(searchParams.get('X-Amz-Date')).to.equal(from.toISOString().replace(/[-:]|\.000/g, ''));
  });

  it('have the public address, which the platform itself need not reach', async () => {
    const { href } = await urlOn({ publicEndpoint: 'https://files.example.org' });
    expect(href).to.match(/^https:\/\/files\.example\.org\/workspace\/deposits\/d\/a%20b\?/);
  });

  it('carry the token of a session, and end with it', async () => {
    const expiration = new Date(from.getTime() + 90_500);
    const credentials = { ...owner, sessionToken: 'token', expiration };
    const opened = await openOn({ credentials });
    const { searchParams } = new URL((await opened!.presignPut('deposits/d/a', '00'.repeat(32))).url);
    expect([searchParams.get('X-Amz-Security-Token'), searchParams.get('X-Amz-Expires')]).to.deep.equal([
      'token',
      '90',
    ]);
    expect(opened!.expires.getTime() - from.getTime()).to.equal(90_000);
  });

  it('are all there is: no store has keys for a prefix', async () => {
    expect((await openOn({}))?.keys).to.equal(null);
  });

  const answers: readonly (readonly [what: string, status: number, code: string, opened: string])[] = [
    ['refuses what was not signed', 403, 'AccessDenied', 'opened'],
    ['copies where it was to be put', 200, '', 'not opened'],
    ['looks for the source of a copy', 404, 'NoSuchKey', 'not opened'],
    ['cannot answer', 503, 'SlowDown', 'a fault'],
    ['has another time', 403, 'RequestTimeTooSkewed', 'a fault'],
    ['does not know the keys', 403, 'InvalidAccessKeyId', 'a fault'],
  ];
  for (const [what, status, code, outcome] of answers)
    it(`are ${outcome === 'a fault' ? 'not given now' : outcome} on a store that ${what}`, async () => {
      const server = createServer((_request, response) => response.writeHead(status).end(`<Code>${code}</Code>`));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const told = await openOn({ endpoint }).then(
        (access) => (access === null ? 'not opened' : 'opened'),
        (error: unknown) => (error instanceof ByteStoreFault ? 'a fault' : String(error)),
      );
      server.close();
      server.closeAllConnections();
      expect(told).to.equal(outcome);
    });
});
