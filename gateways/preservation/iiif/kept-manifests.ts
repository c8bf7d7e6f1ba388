import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keptReadings } from '../../group-content/kept-readings.js';
import type { Answer, Content } from '../../http/route.js';
import type { AnswerKnownMets, AnswerParsedMets } from '../../parsed-mets/parsed-mets-answer.js';

/** What all manifests take that are kept, and the largest of them, in bytes. */
const CAPACITY = 64 * 1_048_576;
const LARGEST = CAPACITY / 4;
/** What the memory of one takes that is not kept. */
const NOTHING = 256;

/**
 * Keeps the manifests that were asked for last, by what they are made of. One that was made in this thread is not kept, since
 * making it takes less than a tenth of a second, and neither is one of more than 16 MiB (some 20,000 canvases).
 */
export const keptManifests = (answer: AnswerParsedMets, capacity = CAPACITY, largest = LARGEST): AnswerKnownMets => {
  const kept = keptReadings<Buffer | null>(capacity, (text) => text?.length ?? NOTHING);
  return async (mets) => {
    const notKept: (Answer | null)[] = [];
    const text = await kept(keyOf(mets.madeOf), async () => {
      const answered = await answer(mets);
      if (answered?.content?.kind === 'bytes' && answered.content.size <= largest)
        return buffer(answered.content.stream);
      notKept.push(answered);
      return null;
    });
    if (text !== null) return { status: 200, content: contentOf(text) };
    const [made = await answer(mets)] = notKept;
    return made;
  };
};

const keyOf = (madeOf: unknown): string => createHash('sha256').update(JSON.stringify(madeOf)).digest('base64');

const contentOf = (text: Buffer): Content => ({
  kind: 'bytes',
  stream: Readable.from([text]),
  mediaType: 'application/json; charset=utf-8',
  size: text.length,
});
