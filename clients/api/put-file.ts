import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../flow/error-code.js';
import { ApiFault } from './api-fault.js';
import type { PresignedUpload } from './resources.js';

/** What is sent to a presigned URL. */
export interface SentFile {
  /** Of the file on this disk; null for a folder, which has no bytes. */
  readonly location: string | null;
  readonly size: number;
  readonly contentType?: string;
  /** Called with the bytes that were sent since the last call. */
  readonly onSent: (bytes: number) => void;
}

/** Object stores behind presigned URLs. */
export interface PresignedStore {
  /**
   * Sends a file. Rejects with ApiFault, which has `transient` where the same file may be sent later with a new URL;
   * with RangeError for a file that has become shorter, and else as reading the file does.
   */
  readonly put: (to: PresignedUpload, file: SentFile) => Promise<void>;
  /** Closes the connections. */
  readonly close: () => void;
}

/** As many connections are kept as files are sent at once. */
const CONNECTIONS = 64;
/** The longest time without a byte in either direction. */
const SILENT_MS = 120_000;
/** An answer of a store that is read; the rest is passed over. */
const MOST_ANSWER = 4_096;

const TRANSIENT: ReadonlySet<number> = new Set([403, 408, 429, 500, 502, 503, 504]);

/** Stores reached with connections of their own. */
export const presignedStore = (): PresignedStore => {
  const settings = { keepAlive: true, maxSockets: CONNECTIONS, timeout: SILENT_MS };
  const plain = new HttpAgent(settings);
  const secure = new HttpsAgent(settings);
  return {
    put: async (to, file) => {
      const { contentType, size } = file;
      const type = contentType === undefined ? {} : { 'content-type': contentType };
      const options = { method: to.method, headers: { ...to.headers, ...type, 'content-length': String(size) } };
      const isPlain = to.url.startsWith('http:');
      const request = isPlain
        ? httpRequest(to.url, { ...options, agent: plain })
        : httpsRequest(to.url, { ...options, agent: secure });
      await send(request, to.path, file);
    },
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  };
};

const send = async (request: ClientRequest, path: string, file: SentFile): Promise<void> => {
  const source = sourceOf(file);
  const unanswered = (cause: unknown): never => {
    const ofFile = source.failure();
    if (ofFile !== null) throw ofFile;
    const why = cause instanceof Error && cause.message !== '' ? cause.message : (codeOf(cause) ?? 'no reason given');
    throw new ApiFault(`The upload of ${path} was not answered: ${why}.`, { transient: true }, { cause });
  };
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
    request.once('timeout', () => request.destroy(new Error(`nothing was heard for ${SILENT_MS / 1_000} s`)));
  });
  answered.catch(() => undefined); // told of by the sending, where that fails first
  const sent = source.sendTo(request);
  sent.catch(() => undefined); // a store may answer before it has read all
  const response = await Promise.race([answered, sent.then(() => answered)]).catch(unanswered);
  const text = await beginningOf(response).catch(unanswered);
  const { statusCode: status = 0 } = response;
  if (status < 300) return sent.catch(unanswered);
  request.destroy();
  throw new ApiFault(`The upload of ${path} was answered with ${status}: ${problemIn(text)}`, {
    status,
    problem: { title: problemIn(text) },
    transient: TRANSIENT.has(status),
  });
};

/** The bytes of a file, and why they could not be read; null without such a reason. */
const sourceOf = ({ location, size, onSent }: SentFile) => {
  let failure: Error | null = null;
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = size;
    for await (const chunk of chunks) {
      left -= chunk.length;
      yield chunk;
      onSent(chunk.length);
    }
    if (left > 0) throw (failure = new RangeError('The file has become shorter.'));
  };
  return {
    failure: () => failure,
    async sendTo(request: ClientRequest): Promise<void> {
      if (location === null || size === 0) {
        request.end();
        return;
      }
      const bytes = createReadStream(location, { end: size - 1, highWaterMark: 256 * 1024 });
      bytes.once('error', (error) => (failure = error));
      await pipeline(bytes, counted, request);
    },
  };
};

const beginningOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>)
    text = (text + chunk).slice(0, MOST_ANSWER);
  return text;
};

/** The code and the message of an error of S3; the text where it is none. */
const problemIn = (text: string): string => {
  const [, code] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  return code === undefined ? text.trim() : `${code}: ${message ?? ''}`;
};
