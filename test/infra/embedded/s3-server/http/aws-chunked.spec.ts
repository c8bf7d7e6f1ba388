import { expect } from 'chai';
import fc from 'fast-check';
import { decodeAwsChunked } from '../../../../../infra/embedded/s3-server/http/body/aws-chunked.js';
import { failureOf } from '../../../../support/failure-of.js';

const encode = (chunks: readonly Uint8Array[], trailers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    ...chunks
      .filter((chunk) => chunk.length > 0)
      .flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    Buffer.from(
      `0\r\n${Object.entries(trailers)
        .map(([name, value]) => `${name}:${value}\r\n`)
        .join('')}\r\n`,
    ),
  ]);

async function* inPieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    yield await Promise.resolve(bytes.subarray(start, end));
    start = end;
  }
}

describe('the aws-chunked coding', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 });
  const cuts = fc.array(fc.nat(), { maxLength: 20 });

  it('gives the same bytes and trailers wherever the network cuts it', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, cuts, async (parts, places) => {
        let trailers: ReadonlyMap<string, string> = new Map();
        const source = inPieces(encode(parts, { 'X-Amz-Checksum-Crc32': 'AAAAAA==' }), places);
        const back: Buffer[] = [];
        const onTrailers = (found: ReadonlyMap<string, string>): void => void (trailers = found);
        for await (const piece of decodeAwsChunked(source, { signatures: null, onTrailers })) back.push(piece);
        expect(Buffer.concat(back).equals(Buffer.concat(parts))).to.equal(true);
        expect([...trailers]).to.deep.equal([['x-amz-checksum-crc32', 'AAAAAA==']]);
      }),
    );
  });

  it('is never taken for whole where its end is missing', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, cuts, fc.nat(), async (parts, places, cut) => {
        const whole = encode(parts, {});
        // The last four bytes are the line's end after the zero and the empty line; a client may leave out the latter.
        const torn = whole.subarray(0, cut % (whole.length - 3));
        const read = async (): Promise<void> => {
          for await (const piece of decodeAwsChunked(inPieces(torn, places), { signatures: null, onTrailers: null })) {
            expect(piece.length).to.be.above(-1);
          }
        };
        const outcome = await failureOf(read());
        expect(outcome).to.include({ code: 'IncompleteBody' });
      }),
    );
  });
});
