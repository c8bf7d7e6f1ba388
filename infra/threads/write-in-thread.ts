import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import { wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import type { TakeMetsThread } from '../../gateways/parsed-mets/parsed-mets-answer.js';
import type { WrittenMets } from '../../gateways/parsed-mets/write-parsed-mets.js';
import type { MetsThreadPool, ThreadResult } from './mets-thread.js';
import type { TaskLimits } from './work-in-thread.js';
import { refused } from '../../flow/result.js';

/** Writes what METS say in the threads of a pool. One that has read a large document is ended, whatever it keeps. */
export const writeInThread =
  (pool: MetsThreadPool, { spaciousBytes }: Pick<TaskLimits, 'spaciousBytes'>): TakeMetsThread =>
  (patienceMs, work, holder) =>
    pool.inTurn(
      patienceMs,
      (turn) =>
        work((order) => {
          const isSpacious = order.bytes.length > spaciousBytes; // they are gone afterwards
          const reply = turn.ask({
            order: { ...order, kind: 'write' },
            transfer: wholeBuffer(order.bytes),
            answerMs: patienceMs,
            endsThread: () => isSpacious,
          });
          return writtenOf(reply);
        }),
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
