import type { Readable } from 'node:stream';
import { expect } from 'chai';
import { xmlAnswer } from '../../../../../infra/embedded/s3-server/http/answer.js';
import { S3Error } from '../../../../../infra/embedded/s3-server/http/s3-error.js';
import { slowAnswer } from '../../../../../infra/embedded/s3-server/http/slow-answer.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

describe('an answer to long work', () => {
  /** Begins an answer whose work is still going on, and ends the work once white space has come. */
  const read = async (end: (work: PromiseWithResolvers) => void): Promise<string> => {
    const work = promised();
    const { status, body } = await slowAnswer(work.promise, 1);
    expect(status).to.equal(200);
    let text = '';
    for await (const piece of body as Readable) {
      text += String(piece);
      if (text === `${declaration} `) end(work);
    }
    return text;
  };

  it('that ends soon is the answer itself', async () => {
    const answer = xmlAnswer('Done', []);
    expect(await slowAnswer(Promise.resolve(answer), 1_000)).to.equal(answer);
  });

  it('that fails soon is its failure', async () => {
    const error = new S3Error('NoSuchKey', 'gone');
    const thrown = await slowAnswer(Promise.reject(error), 1_000).catch((reason: unknown) => reason);
    expect(thrown).to.equal(error);
  });

  it('begins with white space, and the document follows', async () => {
    const text = await read((work) => work.resolve(xmlAnswer('Done', [])));
    expect(text).to.match(/^<\?xml[^>]*\?>\n +<Done xmlns="[^"]+"><\/Done>$/);
  });

  it('tells a late failure in its document', async () => {
    const text = await read((work) => work.reject(new S3Error('NoSuchKey', 'gone')));
    expect(text).to.match(/^<\?xml[^>]*\?>\n +<Error><Code>NoSuchKey<\/Code>/);
  });
});

type Answer = Awaited<ReturnType<typeof slowAnswer>>;

interface PromiseWithResolvers {
  readonly promise: Promise<Answer>;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const promised = (): PromiseWithResolvers => {
  let [resolve, reject]: [(answer: Answer) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<Answer>((...both) => ([resolve, reject] = both));
  return { promise, resolve: (answer) => resolve(answer), reject: (error) => reject(error) };
};
