import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { keptManifests } from '../../../../gateways/preservation/iiif/kept-manifests.js';
import { json, type Answer } from '../../../../gateways/http/route.js';
import { notFound } from '../../../../gateways/http/answer/problem.js';
import type { AnswerParsedMets, KnownMets } from '../../../../gateways/parsed-mets/parsed-mets-answer.js';

const metsOf = (etag: string): KnownMets => ({
  size: 5_000_000,
  holder: 'somebody',
  load: () => Promise.reject(new Error('nothing is read here')),
  madeOf: ['bucket', 'mets.xml', etag],
});

/** Makes a new answer each time, and counts them. */
const counting = (make: (times: number) => Answer | null) => {
  const made = { times: 0 };
  const answer: AnswerParsedMets = () => Promise.resolve(make(++made.times));
  return { made, answer };
};
const written = (content: string): Answer => ({
  status: 200,
  content: { kind: 'bytes', stream: Readable.from([content]), mediaType: 'application/json', size: content.length },
});
const textOf = async (answer: Answer | null): Promise<string> => {
  if (answer?.content?.kind !== 'bytes') throw new Error('no bytes were answered');
  expect(answer.content).to.include({ size: 10, mediaType: 'application/json; charset=utf-8' });
  return text(answer.content.stream);
};
const manifest = (times: number): Answer => written(`{"n":${String(times).padStart(4)}}`.padEnd(10));

describe('the manifests that a gateway keeps', () => {
  it('are made once from the same METS, however many ask for one at the same moment', async () => {
    const { made, answer } = counting(manifest);
    const kept = keptManifests(answer);
    const texts = await Promise.all(Array.from({ length: 5 }, async () => textOf(await kept(metsOf('"1"')))));
    texts.push(await textOf(await kept(metsOf('"1"'))));
    expect([made.times, new Set(texts).size]).to.deep.equal([1, 1]);
  });
  it('are made again when the METS has changed', async () => {
    const { made, answer } = counting(manifest);
    const kept = keptManifests(answer);
    for (const etag of ['"1"', '"2"', '"1"']) await textOf(await kept(metsOf(etag)));
    expect(made.times).to.equal(2);
  });
  it('take no more memory than they may: those that were used last are kept', async () => {
    const { made, answer } = counting(manifest);
    const kept = keptManifests(answer, 25);
    for (const etag of ['"1"', '"2"', '"1"', '"3"', '"1"']) await textOf(await kept(metsOf(etag)));
    expect(made.times).to.equal(3);
    await textOf(await kept(metsOf('"2"')));
    expect(made.times).to.equal(4);
  });

  const others: Readonly<Record<string, () => Answer | null>> = {
    'are too large': () => written('{}'.padEnd(11)),
    'were made where requests are answered': () => json(200, {}),
    'cannot be read': () => ({ status: 422 }),
    'are of a METS that is gone': () => null,
    'are a refusal': () => notFound('There is none.'),
  };
  for (const [what, make] of Object.entries(others))
    it(`are not kept where they ${what}, and each request has its own`, async () => {
      const { made, answer } = counting(make);
      const kept = keptManifests(answer, 100, 10);
      const answers = [await kept(metsOf('"1"')), ...(await Promise.all([kept(metsOf('"1"')), kept(metsOf('"1"'))]))];
      const sent = answers.filter((each) => each !== null);
      expect(new Set(sent).size).to.equal(sent.length);
      expect(made.times).to.equal(3);
    });
  it('are tried again after they could not be made', async () => {
    const kept = keptManifests(() => Promise.reject(new Error('the store is away')));
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await kept(metsOf('"1"')).catch(String)).to.equal('Error: the store is away');
  });
});
