import { Readable } from 'node:stream';
import { settledWithin } from '../../../../flow/settled-within.js';
import type { Answer } from './answer.js';
import { asS3Error } from './s3-error.js';
import { errorDocument } from './error-answer.js';
import { xmlDeclaration } from './xml/write-xml.js';

const pulseMs = 10_000;

/**
 * Answers immediately where the work is short. Longer work gets status 200 and white space until its end, so that
 * proxies keep the connection; as in S3, a failure is then an error document under that 200.
 */
export const slowAnswer = async (work: Promise<Answer>, everyMs = pulseMs): Promise<Answer> => {
  if (await settledWithin(work, everyMs)) return work;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Readable.from(pulse(work, everyMs)) };
};

async function* pulse(work: Promise<Answer>, everyMs: number): AsyncGenerator<string, void, undefined> {
  yield xmlDeclaration;
  while (!(await settledWithin(work, everyMs))) yield ' ';
  yield await work.then(
    (answer) => (typeof answer.body === 'string' ? answer.body.slice(xmlDeclaration.length) : ''),
    (error: unknown) => errorDocument(asS3Error(error), '', '').slice(xmlDeclaration.length),
  );
}
