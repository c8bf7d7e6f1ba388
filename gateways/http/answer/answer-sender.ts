import { codeOf } from '../../../flow/error-code.js';
import { shares } from '../../../flow/sharing/shares.js';
import type { Answer } from '../route.js';
import { problem, RETRY_AFTER, withProblemPage, withResourceMetadata } from './problem.js';
import type { Response } from 'express';
import type { Exchange } from '../exchange.js';
import type { Logger } from '../logger.js';
import { respond } from './respond.js';

/**
 * How many answers of a service may be sent from a source at once, and how many of them to one caller. Each may keep a
 * connection to the object store as long as its client reads; two services leave a quarter of those that a client of it
 * has.
 */
export const DOWNLOADS = { places: 96, each: 48, kept: 24 };
const LATER = { 'Retry-After': RETRY_AFTER };
const REFUSALS = {
  full: problem(503, { detail: 'Too many downloads are under way.' }, LATER),
  'share-used': problem(
    503,
    { detail: `You have ${DOWNLOADS.each} downloads under way, which is the most for one caller. Finish one first.` },
    LATER,
  ),
} as const;

/** An answer, and what is called when it has been sent or given up. */
interface BoundAnswer {
  readonly answer: Answer;
  readonly leave: () => void;
}

/** Gives each holder a share of the downloads of a service; an answer above it is replaced by a refusal, and closed. */
const boundDownloads = (): ((answer: Answer, holder: string) => BoundAnswer) => {
  const { take } = shares(DOWNLOADS);
  return (answer, holder) => {
    const { content } = answer;
    if (content?.kind !== 'bytes') return { answer, leave: () => undefined };
    const leave = take(holder);
    if (typeof leave !== 'string') return { answer, leave };
    content.stream.destroy();
    return { answer: REFUSALS[leave], leave: () => undefined };
  };
};

/** How a connection fails that its client has closed. */
const CLOSED_BY_CLIENT: readonly (string | null)[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

/** Whether a client has left a stream of events, as every one does in the end: such a stream is not cut short. */
const hasLeftEvents = ({ content }: Answer, error: unknown): boolean =>
  content?.kind === 'endless' &&
  content.mediaType.startsWith('text/event-stream') &&
  CLOSED_BY_CLIENT.includes(codeOf(error));

/** How the answers of a service are sent. */
export interface SenderOptions {
  readonly log: Logger;
  /** The address of the page about a kind of problem, by its code; below `/problems/` by default. */
  readonly problemPage?: ((code: string) => string) | undefined;
  /** The address of what callers need to get a token, for the challenge of every 401; null where there is none. */
  readonly resourceMetadata?: (() => string | null) | undefined;
  /** Passes JSON as one value to the response validator. */
  readonly validateResponses?: boolean;
}

/** Sends an answer. Never rejects: what cannot be sent completely is logged, and its connection is closed. */
export type SendAnswer = (response: Response, answer: Answer, exchange: Exchange) => Promise<void>;

export const answerSender = ({
  log,
  problemPage = (code) => `/problems/${code}`,
  resourceMetadata = () => null,
  validateResponses: whole = false,
}: SenderOptions): SendAnswer => {
  const bound = boundDownloads();
  return async (response, wanted, { headersOnly, correlationId, holder }) => {
    const { answer, leave } = bound(wanted, holder);
    try {
      const sent = withResourceMetadata(withProblemPage(answer, problemPage), resourceMetadata());
      await respond(response, sent, { headersOnly, whole });
    } catch (error) {
      if (!hasLeftEvents(answer, error))
        log.warn('An answer could not be sent completely.', { correlationId, error: String(error) });
      response.destroy();
    } finally {
      leave();
    }
  };
};
