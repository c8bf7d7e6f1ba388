import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer.js';
import { asS3Error } from './s3-error.js';
import { errorDocument } from './error-answer.js';
import { xmlDeclaration } from './xml/write-xml.js';

const pulseMs = 10_000;

/**
 * Answers at once where the work is done soon. Work that takes longer gets status 200 and white space until its end, so
 * that nobody between hangs up; as S3 does, its failure then comes as an error document under that 200.
 */
export const slowAnswer = async (work: Promise<Answer>, everyMs = pulseMs): Promise<Answer> => {
  if (await endsWithin(everyMs, work)) return work;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Readable.from(pulse(work, everyMs)) };
};

async function* pulse(work: Promise<Answer>, everyMs: number): AsyncGenerator<string, void, undefined> {
  yield xmlDeclaration;
  while (!(await endsWithin(everyMs, work))) yield ' ';
  yield await work.then(
    (answer) => (typeof answer.body === 'string' ? answer.body.slice(xmlDeclaration.length) : ''),
    (error: unknown) => errorDocument(asS3Error(error), '', '').slice(xmlDeclaration.length),
  );
}

const endsWithin = async (everyMs: number, work: Promise<unknown>): Promise<boolean> => {
  const waiting = new AbortController();
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([done, delay(everyMs, false, { signal: waiting.signal })]);
  } finally {
    waiting.abort();
  }
};
