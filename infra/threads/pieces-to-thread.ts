import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { wholeBuffer } from '../../flow/thread-messages.js';
import type { SizeAndDigest } from '../../formats/digests/digested.js';
import type { Pieces } from '../../formats/read-in-pieces.js';

/** What is asked for: the first piece, from the beginning, or the next. */
type Question = 'first' | 'next';

/** A piece; what all came to, at their end; or that there is no more since they cannot be fetched. */
type Answer = { readonly piece: Uint8Array } | { readonly end: SizeAndDigest } | { readonly failed: true };

/** What a thread is asked with. */
interface PiecesOffer {
  /** By which it fetches the pieces. */
  readonly port: MessagePort;
  /** For how long it has waited for them so far, in milliseconds. */
  readonly waitedMs: () => number;
}

/** Asks a thread, which fetches the pieces. Rejects as they do where they failed, else as `ask` does. */
export const withPieces = async <T>(pieces: Pieces, ask: (offer: PiecesOffer) => Promise<T>): Promise<T> => {
  const { port1: here, port2: there } = new MessageChannel();
  let open: ReturnType<Pieces> | null = null;
  let fault: { readonly error: unknown } | null = null;
  let [waited, since]: [number, number | null] = [0, null];
  const waitedMs = (): number => waited + (since === null ? 0 : performance.now() - since);
  const answered = async (question: Question): Promise<void> => {
    if (question === 'first' || open === null) open = pieces();
    since = performance.now();
    try {
      const { value, done } = await open.next();
      if (done === true) here.postMessage({ end: value } satisfies Answer);
      else here.postMessage({ piece: value } satisfies Answer, wholeBuffer(value));
    } catch (error) {
      fault = { error };
      here.postMessage({ failed: true } satisfies Answer);
    } finally {
      [waited, since] = [waitedMs(), null];
    }
  };
  here.on('message', (question: Question) => void answered(question));
  try {
    return await ask({ port: there, waitedMs });
  } catch (error) {
    throw (fault as { readonly error: unknown } | null)?.error ?? error;
  } finally {
    here.close();
  }
};

/** The pieces that a port gives. Rejects where they cannot be fetched. */
export const piecesFrom = (port: MessagePort): Pieces =>
  async function* () {
    for (let question: Question = 'first'; ; question = 'next') {
      const answer = await answerTo(port, question);
      if ('end' in answer) return answer.end;
      if ('failed' in answer) throw new Error('the bytes cannot be fetched');
      yield answer.piece;
    }
  };

const answerTo = (port: MessagePort, question: Question): Promise<Answer> =>
  new Promise((resolve) => {
    port.once('message', resolve);
    port.postMessage(question);
  });
