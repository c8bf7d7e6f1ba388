import type { Response } from 'express';
import type { Exchange } from '../exchange.js';
import type { Logger } from '../logger.js';
import type { Answer } from '../route.js';
import { boundDownloads } from './bound-downloads.js';
import { withProblemPage } from './problem.js';
import { respond } from './respond.js';

/** How the answers of a service are sent. */
export interface AnswerSending {
  readonly log: Logger;
  /** The address of the page about a kind of problem, by its code; below `/problems/` by default. */
  readonly problemPage?: ((code: string) => string) | undefined;
  /** Passes JSON as one value to the response validator. */
  readonly validateResponses?: boolean;
}

/** Sends an answer. Never rejects: what cannot be sent completely is logged, and its connection is closed. */
export type SendAnswer = (response: Response, answer: Answer, exchange: Exchange) => Promise<void>;

export const answerSender = ({
  log,
  problemPage = (code) => `/problems/${code}`,
  validateResponses: whole = false,
}: AnswerSending): SendAnswer => {
  const bound = boundDownloads();
  return async (response, wanted, { headersOnly, correlationId, holder }) => {
    const { answer, leave } = bound(wanted, holder);
    try {
      await respond(response, withProblemPage(answer, problemPage), { headersOnly, whole });
    } catch (error) {
      log.warn('An answer could not be sent completely.', { correlationId, error: String(error) });
      response.destroy();
    } finally {
      leave();
    }
  };
};
