import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import { runToEnd } from '../../flow/slices.js';
import { wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import type { TakeMetsThread } from '../../gateways/parsed-mets/parsed-mets-answer.js';
import type { WrittenMets } from '../../gateways/parsed-mets/write-parsed-mets.js';
import type { MetsThreadPool } from './mets-thread.js';
import { unpackLists, type PackedLists } from './packed-lists.js';
import type { TaskLimits } from './work-in-thread.js';

/** Writes what METS say in the threads of a pool. One that has read a large document is ended, whatever it keeps. */
export const writeInThread =
  (pool: MetsThreadPool, { spaciousBytes }: Pick<TaskLimits, 'spaciousBytes'>): TakeMetsThread =>
  (patienceMs, work) =>
    pool.inTurn(patienceMs, (turn) =>
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
    );

const writtenOf = async (reply: Promise<PackedLists>): Promise<WrittenMets> => {
  try {
    return runToEnd(unpackLists(await reply)) as WrittenMets;
  } catch (error) {
    if (wasTooMuch(error)) return metsTooLarge;
    throw error;
  }
};
