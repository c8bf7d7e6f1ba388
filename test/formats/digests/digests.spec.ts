import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { digestBytes, digestTransform, digestStream } from '../../../formats/digests/digested.js';
import { inChunks, render } from '../../../formats/digests/rendering.js';
import { base64FromHex, sha256FromBase64, sha256Hex } from '../../../formats/digests/sha256-text.js';
import { turnsOfOthers } from '../../support/scheduling/turns-of-others.js';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('digests', () => {
  it('knows the SHA-256 of nothing', async () => {
    expect(digestBytes('')).to.deep.equal({ size: 0, sha256: EMPTY });
    expect(await digestStream(Readable.from([]))).to.deep.equal({ size: 0, sha256: EMPTY });
  });

  it('digests a stream as it passes, without changing it', async () => {
    const parts = [Buffer.from('ca'), Buffer.from('fé')];
    const { through, digested } = digestTransform();
    expect((await buffer(Readable.from(parts).pipe(through))).toString()).to.equal('café');
    expect(digested()).to.deep.equal(digestBytes('café'));
  });

  it('turns hex into the base64 of S3 and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(sha256FromBase64(base64FromHex(hex))).to.equal(hex);
      }),
    );
  });

  it('takes no composite of parts, and nothing of another length, for a SHA-256', () => {
    const base64 = base64FromHex(EMPTY);
    for (const odd of [`${base64}-3`, base64.slice(4), '', `${base64}=`])
      expect(sha256FromBase64(odd), odd).to.equal(null);
  });

  it('lowers hex digests and refuses what is none', () => {
    expect(sha256Hex(EMPTY.toUpperCase())).to.equal(EMPTY);
    expect([sha256Hex(EMPTY.slice(1)), sha256Hex(`${EMPTY}0`), sha256Hex(`g${EMPTY.slice(1)}`)]).to.deep.equal([
      null,
      null,
      null,
    ]);
  });
});

describe('a rendering', () => {
  it('knows its size and digest before it is sent, and may be sent again', async () => {
    const rendering = await render(() => inChunks(Array.from({ length: 40_000 }, (_, index) => `line ${index} é\n`)));
    const sent = await buffer(rendering.stream());
    expect({ size: rendering.size, sha256: rendering.sha256 }).to.deep.equal(digestBytes(sent));
    expect((await buffer(rendering.stream())).equals(sent)).to.equal(true);
  });

  it('lets other work of the process have its turn, while it is measured and while it is sent', async () => {
    const work = render(() => Array.from({ length: 64 }, () => Buffer.alloc(1 << 20)));
    expect(await turnsOfOthers(work)).to.be.greaterThan(60);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    expect(await turnsOfOthers(pipeline((await work).stream(), nowhere))).to.be.greaterThan(60);
  });
});
