import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import { wasTooMuch } from '../../flow/thread-messages.js';
import type { TakeMetsThread } from '../../gateways/parsed-mets/parsed-mets-answer.js';
import type { WrittenMets } from '../../gateways/parsed-mets/write-parsed-mets.js';
import type { MetsThreadPool, ThreadResult } from './mets-thread.js';
import { withPieces } from './pieces-to-thread.js';
import type { TaskLimits } from './work-in-thread.js';
import { refused } from '../../flow/result.js';

/** Writes what METS say in the threads of a pool. One that has read a large document is ended, whatever it keeps. */
export const writeInThread =
  (pool: MetsThreadPool, { spaciousBytes }: Pick<TaskLimits, 'spaciousBytes'>): TakeMetsThread =>
  (patienceMs, work, holder) =>
    pool.inTurn(
      patienceMs,
      (turn) =>
        work(({ size, readInPieces }, order) =>
          readInPieces((pieces) =>
            withPieces(pieces, ({ port }) =>
              writtenOf(
                turn.ask({
                  order: { kind: 'write', order, pieces: port },
                  transfer: [port],
                  answerMs: patienceMs,
                  endsThread: () => size > spaciousBytes,
                }),
              ),
            ),
          ),
        ),
      holder,
    );

const writtenOf = async (reply: Promise<ThreadResult>): Promise<WrittenMets> => {
  try {
    return (await reply) as WrittenMets;
  } catch (error) {
    if (wasTooMuch(error)) return refused(metsTooLarge);
    throw error;
  }
};
