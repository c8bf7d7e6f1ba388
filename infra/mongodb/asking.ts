import { BSON, MongoError, MongoServerError } from 'mongodb';
import { withinDeadline } from '../../flow/deadline.js';
import { DocumentStoreFault } from '../../projections/documents.js';

/** One request to the server: an answer or a DocumentStoreFault, within a bounded time. */
export type Ask = <Answer>(request: () => Promise<Answer>) => Promise<Answer>;

/** BSONObjectTooLarge, and the two numbers that older servers give for it. */
const TOO_LARGE = new Set<unknown>([10334, 17419, 17420]);

const isRefusal = (error: unknown): boolean =>
  BSON.BSONError.isBSONError(error) || (error instanceof MongoServerError && TOO_LARGE.has(error.code));

/**
 * What the operating system or the streams of Node say of a connection, which the driver hands on as it is where it
 * waits for a write: EPIPE, ECONNRESET, ERR_STREAM_DESTROYED. By code, as Node sets no more where it speaks for itself.
 */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(E[A-Z0-9]+|ERR_(STREAM|SOCKET|SSL|TLS)_[A-Z_]+)$/.test(error.code);

/** The fault that an error of the driver stands for; any other error is given back as it is. */
const faultOf = (error: unknown): unknown => {
  if (isRefusal(error))
    return new DocumentStoreFault('document-refused', 'the database refused a document', { cause: error });
  if (!(error instanceof MongoError || isOfConnection(error))) return error;
  return new DocumentStoreFault('store-unavailable', 'the database could not do as it was asked', { cause: error });
};

/**
 * The driver's own time-outs are for each of its steps, of which a request has several, and some it repeats: so the whole
 * is bounded here. What was given up may still take effect, as may anything that a database did not answer.
 */
export const asking =
  (timeoutMs: number): Ask =>
  (request) =>
    withinDeadline(answerOf(request), { ms: timeoutMs, fault: () => noAnswer(timeoutMs) });

const answerOf = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await request();
  } catch (error) {
    throw faultOf(error);
  }
};

const noAnswer = (ms: number): DocumentStoreFault =>
  new DocumentStoreFault('store-unavailable', `the database did not answer within ${ms} ms`);
