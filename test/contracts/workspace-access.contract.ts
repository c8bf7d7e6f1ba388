import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { ObjectStore } from '../../formats/object-store.js';
import type { OpenWorkspaceAccess } from '../../gateways/preservation/credentials/workspace-access.js';
import { atDepth } from '../support/depth.js';
import { openedOnce } from '../support/opened.js';
import { sha256Of } from '../support/sha256.js';

export interface AccessUnderTest {
  readonly open: OpenWorkspaceAccess;
  readonly bucket: string;
  /** The same objects, through the platform. */
  readonly objects: ObjectStore;
  readonly close: () => Promise<void>;
}

const CHECKSUM = 'x-amz-checksum-sha256';

/** What every way to the files of a deposit must keep. */
export const workspaceAccessContract = (name: string, start: () => Promise<AccessUnderTest>): void => {
  describe(`workspace access contract: ${name}`, () => {
    const access = openedOnce(start);

    const prefix = 'deposits/g7f7bycq5jtt/';
    const opened = async (seconds = 600, from = new Date()) => {
      const found = await access.open(
        { depositId: 'g7f7bycq5jtt', files: { bucket: access.bucket, prefix } },
        { from: new Date(Math.floor(from.getTime() / 1000) * 1000), seconds },
      );
      if (found === null) throw new Error('the store binds no presigned URLs');
      return found;
    };
    const presigned = async (path: string, bytes: string) =>
      (await opened()).presignPut(prefix + path, sha256Of(bytes));
    const put = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> => {
      const answer = await fetch(url, { method: 'PUT', headers, body });
      await answer.text();
      return answer.status;
    };
    const stored = (path: string) => access.objects.head({ bucket: access.bucket, key: prefix + path });

    it('presigns a PUT after which the object is there, with its digest and its type', async () => {
      const { url, headers } = await presigned('objects/index.csv', 'a,b');
      expect(await put(url, { ...headers, 'content-type': 'text/csv' }, 'a,b')).to.equal(200);
      expect(await stored('objects/index.csv')).to.include({
        size: 3,
        sha256: sha256Of('a,b'),
        contentType: 'text/csv',
      });
    });

    it('presigns one that may be sent again', async () => {
      const { url, headers } = await presigned('objects/again', 'again');
      expect(await put(url, headers, 'again')).to.equal(200);
      expect(await put(url, headers, 'again')).to.equal(200);
    });

    it('presigns PUTs of any path that a deposit may have', async () => {
      const path = fc
        .array(fc.constantFrom('ü', "a+b c&d=e'(f)!*", '100%', 'x?y#z', '%2F', '语', '~-_.', '𝄞'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((names) => `objects/${names.join('/')}/file`);
      await fc.assert(
        fc.asyncProperty(path, async (each) => {
          const { url, headers } = await presigned(each, each);
          expect(await put(url, headers, each), each).to.equal(200);
          expect((await stored(each))?.sha256, each).to.equal(sha256Of(each));
        }),
        { numRuns: atDepth(10) },
      );
    });

    const refused: readonly (readonly [
      what: string,
      (url: string, headers: Readonly<Record<string, string>>) => Promise<number>,
    ])[] = [
      ['other bytes', (url, headers) => put(url, headers, 'other')],
      ['no bytes', (url, headers) => put(url, headers, '')],
      ['another digest with its bytes', (url) => put(url, { [CHECKSUM]: digestOf('other') }, 'other')],
      ['no digest', (url) => put(url, {}, 'bytes')],
      ['another key', (url, headers) => put(url.replace('/objects/', '/metadata/'), headers, 'bytes')],
      [
        'another deposit',
        (url, headers) => put(url.replace('deposits/g7f7bycq5jtt/', 'deposits/h7f7bycq5jtt/'), headers, 'bytes'),
      ],
      ['a longer life', (url, headers) => put(url.replace('Expires=600', 'Expires=6000'), headers, 'bytes')],
      [
        'a copy in place of the bytes',
        async (url, headers) => {
          await access.objects.put({ bucket: access.bucket, key: 'deposits/other/secret' }, Buffer.from('secret'));
          return put(url, { ...headers, 'x-amz-copy-source': `${access.bucket}/deposits/other/secret` }, '');
        },
      ],
      ['another method', async (url, headers) => (await fetch(url, { method: 'DELETE', headers })).status],
      ['a read', async (url, headers) => (await fetch(url, { headers })).status],
    ];
    refused.forEach(([what, send], index) =>
      it(`refuses ${what} under a presigned PUT, and stores nothing`, async () => {
        const path = `objects/refused-${index}`;
        const { url, headers } = await presigned(path, 'bytes');
        const status = await send(url, headers);
        expect(status).to.be.within(400, 403);
        expect(await stored(path)).to.equal(null);
      }),
    );

    it('binds metadata, which is kept with the object', async () => {
      const path = `${prefix}objects/dated`;
      const { url, headers } = await (await opened()).presignPut(path, sha256Of('a'), { mtime: '12.500' });
      expect(await put(url, { ...headers, 'x-amz-meta-mtime': '13.500' }, 'a')).to.be.within(400, 403);
      expect(await put(url, headers, 'a')).to.equal(200);
      expect(await access.objects.head({ bucket: access.bucket, key: path })).to.deep.include({
        metadata: { mtime: '12.500' },
      });
    });

    it('ends when it says', async () => {
      const { expires, presignPut } = await opened(60, new Date(Date.now() - 61_000));
      expect(expires.getTime()).to.be.lessThan(Date.now());
      const { url, headers } = await presignPut(`${prefix}objects/late`, sha256Of('late'));
      expect(await put(url, headers, 'late')).to.be.within(400, 403);
      expect(await stored('objects/late')).to.equal(null);
    });
  });
};

const digestOf = (bytes: string): string => createHash('sha256').update(bytes).digest('base64');
