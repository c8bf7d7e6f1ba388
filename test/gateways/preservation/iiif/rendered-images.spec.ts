import { expect } from 'chai';
import type { Size } from '../../../../formats/iiif/confined-size.js';
import { ImageRefused, type ImageRenderer } from '../../../../formats/iiif/image-renderer.js';
import { until } from '../../../support/scheduling/until.js';
import { messageOf } from '../../../workers/support/log-of-facts.js';
import { renderedImages, type IdentifiedImage } from '../../../../gateways/preservation/iiif/rendered-images.js';

const NEVER = new AbortController().signal;
const SIZE: Size = { width: 100, height: 50 };
const imageOf = (identity: string): IdentifiedImage => ({
  identity,
  size: 1,
  open: () => Promise.reject(new Error('nothing is read here')),
});

/** Counts the images that it makes, each of so many bytes. */
const counting = (bytes: number): ImageRenderer & { made: number } => ({
  made: 0,
  jpeg() {
    this.made += 1;
    return Promise.resolve(Buffer.alloc(bytes));
  },
  placeholder: () => Promise.resolve(Buffer.alloc(1)),
});

describe('the images that a gateway keeps', () => {
  it('are made once, however many ask for one at the same moment', async () => {
    const renderer = counting(10);
    const images = renderedImages(renderer, 1_000);
    await Promise.all(Array.from({ length: 20 }, () => images.jpeg(imageOf('a'), SIZE, NEVER, '')));
    await images.jpeg(imageOf('a'), SIZE, NEVER, '');
    expect(renderer.made).to.equal(1);
  });
  it('are made for each size, and again when the file has changed', async () => {
    const renderer = counting(10);
    const images = renderedImages(renderer, 1_000);
    await images.jpeg(imageOf('a'), SIZE, NEVER, '');
    await images.jpeg(imageOf('a'), { width: 50, height: 25 }, NEVER, '');
    await images.jpeg(imageOf('a with another ETag'), SIZE, NEVER, '');
    expect(renderer.made).to.equal(3);
  });
  it('take no more memory than they may: those that were used last are kept', async () => {
    const renderer = counting(400);
    const images = renderedImages(renderer, 1_000);
    for (const identity of ['a', 'b', 'a', 'c']) await images.jpeg(imageOf(identity), SIZE, NEVER, '');
    expect(renderer.made).to.equal(3);
    await images.jpeg(imageOf('a'), SIZE, NEVER, '');
    expect(renderer.made).to.equal(3);
    await images.jpeg(imageOf('b'), SIZE, NEVER, '');
    expect(renderer.made).to.equal(4);
  });
  it('are tried again after they could not be made', async () => {
    const renderer = counting(10);
    const failing = { ...renderer, jpeg: () => Promise.reject(new ImageRefused('no image')) };
    const images = renderedImages(failing, 1_000);
    for (let attempt = 0; attempt < 2; attempt++) {
      const refusal = await images.jpeg(imageOf('a'), SIZE, NEVER, '').catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(ImageRefused);
    }
  });
  it('are made until none of those who asked for one waits any more, and then anew', async () => {
    const begun: AbortSignal[] = [];
    const slow: ImageRenderer = {
      jpeg: (_, __, signal) => {
        begun.push(signal);
        return new Promise(() => undefined);
      },
      placeholder: () => Promise.resolve(Buffer.alloc(1)),
    };
    const images = renderedImages(slow, 1_000);
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [one, other].map(({ signal }) => images.jpeg(imageOf('a'), SIZE, signal, '').catch(messageOf));
    one.abort(new Error('gone'));
    expect(await asked[0]).to.equal('gone');
    expect(begun.map(({ aborted }) => aborted)).to.deep.equal([false]);
    other.abort(new Error('gone'));
    await asked[1];
    expect(begun.map(({ aborted }) => aborted)).to.deep.equal([true]);
    void images.jpeg(imageOf('a'), SIZE, NEVER, '');
    await until('it is begun anew', () => begun.length === 2);
    expect(begun[1]?.aborted).to.equal(false);
  });
});
