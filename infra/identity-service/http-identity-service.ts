import { timeLimit } from '../../flow/time-limit.js';
import { readIdentityRecord, type IdentityRecord } from '../../formats/identity-records/identity-record.js';
import { IdentityServiceFault, type IdentityService } from '../../formats/identity-records/identity-service.js';
import { isRecord } from '../../formats/json/json-record.js';
import { readBounded } from '../http/read-bounded.js';

export interface HttpIdentitySettings {
  /** An http or https address without a final slash. */
  readonly root: string;
  /** How long a whole answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The header by which the service knows us; null where it wants none. */
  readonly key: { readonly header: string; readonly value: () => string } | null;
}

const LONGEST_BODY = 4 * 1024 ** 2;

const unavailable = (message: string, cause?: unknown): IdentityServiceFault =>
  new IdentityServiceFault('identity-service-unavailable', message, { cause });
const unusable = (message: string, cause?: unknown): IdentityServiceFault =>
  new IdentityServiceFault('identity-service-unusable', message, { cause });

const readBody = async (response: Response): Promise<Buffer> => {
  const body = await readBounded(response, LONGEST_BODY);
  if (body === null) throw unusable(`The identity service gave an answer of over ${LONGEST_BODY} bytes.`);
  return body;
};

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw unusable('The identity service gave an answer that is not JSON.', error);
  }
};

/** The answer's JSON; undefined for 404. */
const answerOf = async (response: Response): Promise<unknown> => {
  const { status } = response;
  if (status === 200) return parse(await readBody(response));
  await response.body?.cancel();
  if (status === 404) return undefined;
  const message = `The identity service answered with status ${status}.`;
  throw status >= 500 || status === 408 || status === 429 ? unavailable(message) : unusable(message);
};

const recordOf = (value: unknown): IdentityRecord => {
  const record = readIdentityRecord(value);
  if (record.ok) return record.value;
  throw unusable(`The identity service gave an answer of another form. ${record.refusal}`);
};

const recordsOf = (answer: unknown): readonly IdentityRecord[] => {
  const results = isRecord(answer) ? answer['results'] : null;
  if (!Array.isArray(results))
    throw unusable('The identity service gave an answer of another form: it has no list of results.');
  return results.map(recordOf);
};

/** The last segment of a path: `.` and `..` would name another path, and no record has such an id. */
const isSegment = (id: string): boolean => !/^\.{0,2}$/.test(id) && id.isWellFormed();

/**
 * An identity service over HTTP. Redirects are not followed, since the key is for this host only. Of the records that
 * match, one page is asked for: more than one is several.
 */
export const httpIdentityService = ({ root, timeoutMs, key }: HttpIdentitySettings): IdentityService => {
  const ask = async (path: string): Promise<unknown> => {
    const headers = { accept: 'application/json', ...(key === null ? {} : { [key.header]: key.value() }) };
    const signal = timeLimit(timeoutMs);
    try {
      return await answerOf(await fetch(`${root}/api/v1/ids${path}`, { headers, signal, redirect: 'manual' }));
    } catch (error) {
      if (error instanceof IdentityServiceFault) throw error;
      const message = signal.aborted ? `did not answer within ${timeoutMs} ms` : 'could not be reached';
      throw unavailable(`The identity service ${message}.`, error);
    }
  };
  return {
    byId: async (id) => {
      const answer = isSegment(id) ? await ask(`/${encodeURIComponent(id)}`) : undefined;
      return answer === undefined ? null : recordOf(answer);
    },
    matching: async (schema, value) => {
      const [q, s] = [value, schema].map((text) => encodeURIComponent(text.toWellFormed()));
      const answer = await ask(`?q=${q ?? ''}&s=${s ?? ''}`);
      return answer === undefined ? [] : recordsOf(answer);
    },
  };
};
