import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { xmlAnswer } from './answer.js';
import type { Answer } from './answer.js';
import { asS3Error } from './s3-error.js';
import { errorDocument } from './error-answer.js';
import { xmlDeclaration } from './xml/write-xml.js';

const everyMs = 10_000;

/**
 * Answers at once where the work is done soon. Work that takes longer gets status 200 and white space until its end, so
 * that nobody between hangs up; as S3 does, its failure then comes as an error document under that 200.
 */
export const slowAnswer = async (work: Promise<Answer>): Promise<Answer> => {
  const settled = await soon(work);
  if (settled) return work;
  return { ...xmlAnswer('', []), body: Readable.from(pulse(work)) };
};

async function* pulse(work: Promise<Answer>): AsyncGenerator<string, void, undefined> {
  yield xmlDeclaration;
  while (!(await soon(work))) yield ' ';
  yield await work.then(
    (answer) => (typeof answer.body === 'string' ? answer.body.slice(xmlDeclaration.length) : ''),
    (error: unknown) => errorDocument(asS3Error(error), '', '').slice(xmlDeclaration.length),
  );
}

const soon = async (work: Promise<unknown>): Promise<boolean> => {
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
