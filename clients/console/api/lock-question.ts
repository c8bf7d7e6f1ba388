import { sharedWork } from '../../../flow/sharing/shared-work.js';
import { ApiFault } from '../../api/api-fault.js';
import { serviceRequests } from '../../api/service-requests.js';
import { listeners } from './listeners.js';

/** Who has the lock of a deposit, since when. */
export interface LockHolder {
  readonly by: string;
  readonly since: string;
}

/** Whether the lock of a deposit is taken over from somebody. */
export interface LockQuestion {
  readonly holder: LockHolder;
  readonly answer: (isTakenOver: boolean) => void;
}

const requests = serviceRequests();
let questions: readonly LockQuestion[] = [];
const changes = listeners();

const setQuestions = (next: readonly LockQuestion[]): void => {
  questions = next;
  changes.tell();
};

/** The question that is to be answered first; null where there is none. */
export const openQuestion = (): LockQuestion | null => questions[0] ?? null;

export const subscribeToQuestions = changes.subscribe;

const ask = (holder: LockHolder): Promise<boolean> =>
  new Promise((resolve) => {
    const question: LockQuestion = {
      holder,
      answer: (isTakenOver) => {
        setQuestions(questions.filter((each) => each !== question));
        resolve(isTakenOver);
      },
    };
    setQuestions([...questions, question]);
  });

/** The holder whose lock refused a request; null for any other failure. */
const holderIn = (error: unknown): LockHolder | null =>
  error instanceof ApiFault && error.holder?.what === 'lock' ? error.holder : null;

/** Takes a lock over from this holder and from nobody else; who has it by now where it is another one, null once done. */
const takeFrom = async (deposit: string, { since }: LockHolder): Promise<LockHolder | null> => {
  const query = new URLSearchParams({ force: 'true', lockDate: since });
  try {
    await requests.send(new Request(`${deposit}/lock?${query}`, { method: 'POST' }));
    return null;
  } catch (error) {
    const holder = holderIn(error);
    if (holder === null) throw error;
    return holder;
  }
};

/** Takes a lock over from the holder whom the person was asked about; asks again where it is another one by then. */
const takeOver = async (deposit: string, first: LockHolder): Promise<boolean> => {
  for (let holder: LockHolder | null = first; holder !== null;) {
    if (!(await ask(holder))) return false;
    holder = await takeFrom(deposit, holder);
  }
  return true;
};

/** By deposit: all requests that meet its lock wait for the same answer. */
const takingOver = sharedWork<boolean>();

/**
 * Changes something of a deposit, by a request to this address. Where the lock of somebody else refuses it, the person is asked:
 * it is done again once they took the lock over, else it is refused as before.
 */
export const askingForLock = async <Done>(address: string, act: () => Promise<Done>): Promise<Done> => {
  try {
    return await act();
  } catch (error) {
    const [, deposit] = /^(.*\/deposits\/[^/?]+)(?:[/?]|$)/.exec(address) ?? [];
    const holder = holderIn(error);
    if (holder === null || deposit === undefined || !(await takingOver(deposit, () => takeOver(deposit, holder))))
      throw error;
    return act();
  }
};
