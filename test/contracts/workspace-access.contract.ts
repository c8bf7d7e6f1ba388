import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { ObjectStore } from '../../formats/object-store.js';
import type {
  OpenWorkspaceAccess,
  UploadAddress,
  WorkspaceAccess,
} from '../../gateways/preservation/credentials/workspace-access.js';
import { atDepth } from '../support/random/depth.js';
import { openedOnce } from '../support/platform/opened.js';
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
        .array(fc.constantFrom('ü', "a+b c&d=e'(f)!*", '100%', 'x?y#z', '%2F', '语', '~-_.', '𝄞', '😀 e\u0301 #1'), {
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

    it('presigns a GET, with the type and the name that the answer is to have', async () => {
      const key = `${prefix}objects/e\u0301 #1 (a) 100%.svg`;
      await access.objects.put({ bucket: access.bucket, key }, Buffer.from('<svg/>'), { contentType: 'image/svg+xml' });
      const disposition = `attachment; filename="e_.svg"; filename*=UTF-8''e%CC%81%20%281%29.svg`;
      const url = await (await opened()).presignGet(key, { contentType: 'application/octet-stream', disposition });
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).to.deep.equal([200, '<svg/>']);
      expect(answer.headers.get('content-type')).to.equal('application/octet-stream');
      expect(answer.headers.get('content-disposition')).to.equal(disposition);
      const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
      expect([part.status, await part.text()]).to.deep.equal([206, 'svg']);
      expect((await fetch(url.replace('octet-stream', 'xhtml'))).status).to.equal(403);
      expect((await fetch(url.replace('%28a%29', '%28b%29'))).status).to.equal(403);
      expect(await put(url, {}, 'other')).to.be.within(400, 403);
    });

    describe('a file in parts', () => {
      const first = Buffer.alloc(5 * 1024 ** 2, 'a');
      const bodies = [first, Buffer.from('end')] as const;
      const whole = sha256Of(Buffer.concat(bodies));
      const begun = async (path: string) => {
        const { uploads } = await opened();
        const key = prefix + path;
        return {
          key,
          uploadId: await uploads.begin(key, { contentType: 'video/quicktime', metadata: { mtime: '1.500' } }),
        };
      };
      const send = async (upload: UploadAddress, number: number, body: Buffer, given?: WorkspaceAccess) => {
        const by = given ?? (await opened());
        const { url, headers } = await by.presignPart(upload, { number, sha256: sha256Of(body) });
        const answer = await fetch(url, { method: 'PUT', headers, body });
        return { number, status: answer.status, etag: answer.headers.get('etag') ?? '', sha256: sha256Of(body) };
      };
      const sent = async (path: string) => {
        const upload = await begun(path);
        const parts = [await send(upload, 1, bodies[0]), await send(upload, 2, bodies[1])];
        expect(parts.map(({ status }) => status)).to.deep.equal([200, 200]);
        return { upload, parts };
      };

      it('is joined of parts that clients send by presigned requests, and can be completed again', async () => {
        const { upload, parts } = await sent('objects/a film #1.mov');
        const { uploads } = await opened();
        const joined = await uploads.complete(upload, parts, whole);
        if (typeof joined === 'string') throw new Error(joined);
        expect(joined.size).to.equal(first.length + 3);
        expect(joined.sha256).to.be.oneOf([whole, null]);
        const there = await access.objects.head({ bucket: access.bucket, key: upload.key });
        expect(there).to.deep.include({
          ...joined,
          contentType: 'video/quicktime',
          metadata: { mtime: '1.500' },
        });
        expect(await uploads.complete(upload, parts, whole)).to.deep.equal(joined);
        expect((await uploads.list()).map(({ uploadId }) => uploadId)).not.to.include(upload.uploadId);
      });

      it('is listed while it is unfinished, with the parts that the store has', async () => {
        const { upload, parts } = await sent('objects/half.mov');
        const { uploads } = await opened();
        const listed = (await uploads.list()).find(({ uploadId }) => uploadId === upload.uploadId);
        expect(listed?.key).to.equal(upload.key);
        expect(Math.abs(Date.now() - Number(listed?.begun))).to.be.lessThan(600_000);
        expect(await uploads.parts(upload)).to.deep.equal(
          parts.map(({ number, etag, sha256 }, index) => ({ number, etag, sha256, size: bodies[index]!.length })),
        );
      });

      it('keeps its parts when the addresses for the others expire, and goes on with new ones', async () => {
        const upload = await begun('objects/renewed.mov');
        const one = await send(upload, 1, bodies[0]);
        const late = await opened(60, new Date(Date.now() - 61_000));
        expect((await send(upload, 2, bodies[1], late)).status).to.be.within(400, 403);
        const two = await send(upload, 2, bodies[1]);
        expect(await (await opened()).uploads.complete(upload, [one, two], whole)).to.include({
          size: first.length + 3,
        });
      });

      it('takes a part again', async () => {
        const upload = await begun('objects/again.mov');
        await send(upload, 1, Buffer.alloc(5 * 1024 ** 2, 'b'));
        const parts = [await send(upload, 1, bodies[0]), await send(upload, 2, bodies[1])];
        expect(await (await opened()).uploads.complete(upload, parts, whole)).to.include({ size: first.length + 3 });
      });

      const wrong: readonly (readonly [
        what: string,
        send: (url: string, headers: Readonly<Record<string, string>>) => Promise<number>,
      ])[] = [
        ['other bytes', (url, headers) => put(url, headers, 'other')],
        ['no digest', (url) => put(url, {}, 'end')],
        ['another number', (url, headers) => put(url.replace('partNumber=2', 'partNumber=3'), headers, 'end')],
        ['a whole file', (url, headers) => put(url.replace(/partNumber=2&?/, ''), headers, 'end')],
        [
          'a copy in place of the bytes',
          async (url, headers) => {
            await access.objects.put({ bucket: access.bucket, key: 'deposits/other/secret' }, Buffer.from('end'));
            return put(url, { ...headers, 'x-amz-copy-source': `${access.bucket}/deposits/other/secret` }, '');
          },
        ],
      ];
      wrong.forEach(([what, send], index) =>
        it(`refuses ${what} under the address of a part`, async () => {
          const upload = await begun(`objects/wrong-${index}.mov`);
          const by = await opened();
          const { url, headers } = await by.presignPart(upload, { number: 2, sha256: sha256Of('end') });
          expect(await send(url, headers)).to.be.within(400, 405);
          expect(await by.uploads.parts(upload)).to.deep.equal([]);
        }),
      );

      it('is not made of parts that are not there, and can still be completed with the right ones', async () => {
        const { upload, parts } = await sent('objects/wrong-parts.mov');
        const { uploads } = await opened();
        const [one, two] = parts;
        for (const named of [
          [{ ...one!, etag: two!.etag }, two!],
          [one!, { ...two!, number: 3 }],
        ])
          expect(await uploads.complete(upload, named, whole)).to.equal('wrong-parts');
        expect(await uploads.complete(upload, parts, whole)).to.include({ size: first.length + 3 });
      });

      it('is nothing once it was aborted, as what was never begun', async () => {
        const { upload, parts } = await sent('objects/aborted.mov');
        const { uploads } = await opened();
        for (const gone of [upload, { ...upload, uploadId: '00000000-0000-4000-8000-000000000000' }]) {
          await uploads.abort(gone);
          expect(await uploads.parts(gone)).to.equal(null);
          expect(await uploads.complete(gone, parts, whole)).to.equal('not-found');
        }
        expect(await stored('objects/aborted.mov')).to.equal(null);
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
