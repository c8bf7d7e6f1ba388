import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { ToolFailure } from '../../../formats/tools/findings/tool-ports.js';

/** Where clamd listens: an absolute path, or `host:port`. */
export interface Clamd {
  readonly socket: string;
  /** The longest time without progress. */
  readonly silentMs: number;
}

/** clamd has closed a connection before it answered. */
export class ConnectionLost extends Error {}

const placeOf = (socket: string): NetConnectOpts => {
  if (socket.startsWith('/')) return { path: socket };
  const colon = socket.lastIndexOf(':');
  return { host: socket.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port: Number(socket.slice(colon + 1)) };
};

const MOST_ANSWER = 64 * 1024;

/** The text before the NUL that ends an answer. */
const answerOn = (connection: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    connection.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\0');
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > MOST_ANSWER) connection.destroy(new ConnectionLost('clamd gives no end of its answer'));
    });
    connection.on('error', (error) =>
      reject(error instanceof ToolFailure ? error : new ConnectionLost(error.message, { cause: error })),
    );
    connection.on('close', () => reject(new ConnectionLost('clamd closed the connection')));
  });

const begin = async ({ socket, silentMs }: Clamd, signal: AbortSignal): Promise<Socket> => {
  signal.throwIfAborted();
  const connection = connect(placeOf(socket)).on('error', () => undefined); // whoever waits for it hears of it
  const limit = (): void =>
    void connection.destroy(new ToolFailure('clamav', 'limit', `clamd at ${socket} did nothing for ${silentMs} ms.`));
  connection.setTimeout(silentMs, limit);
  try {
    await once(connection, 'connect', { signal });
    return connection;
  } catch (error) {
    connection.destroy();
    signal.throwIfAborted();
    if (error instanceof ToolFailure) throw error;
    const reason = error instanceof Error ? error.message : 'unknown';
    const sentence = `clamd does not answer at ${socket} (MUNIMENT_TOOL_CLAMD): ${reason}.`;
    throw new ToolFailure('clamav', 'missing', sentence, { cause: error });
  }
};

/** Never rejects: of a connection that fails, the answer hears. */
const drained = (connection: Socket): Promise<void> =>
  new Promise((resolve) => void connection.once('drain', () => resolve()));

/**
 * Sends a command, with what follows it, and answers what clamd says. Throws ToolFailure where clamd cannot be reached or
 * does nothing for too long, ConnectionLost where it breaks off, the signal's reason, or what `body` throws.
 */
export const askClamd = async (
  clamd: Clamd,
  command: string,
  signal: AbortSignal,
  body: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): Promise<string> => {
  const connection = await begin(clamd, signal);
  const aborted = (): void => void connection.destroy();
  signal.addEventListener('abort', aborted, { once: true });
  const state = { isAnswered: false };
  const answer = answerOn(connection).finally(() => (state.isAnswered = true));
  answer.catch(() => undefined); // it is awaited below, unless the body throws
  try {
    connection.write(`z${command}\0`);
    for await (const chunk of body) {
      if (state.isAnswered) break;
      if (!connection.write(chunk)) await Promise.race([drained(connection), answer]);
    }
    return await answer;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', aborted);
    connection.destroy();
  }
};
