import type { Codec } from '../../events/codec/codec.js';
import type { EventStore } from '../../events/store.js';
import { describeAppending } from './event-store/appending.js';
import { describeBeginning } from './event-store/beginning.js';
import { describeExpectations } from './event-store/expectations.js';
import { describeFollowing } from './event-store/following.js';
import { describeModel } from './event-store/model.js';
import { noteCodec } from './event-store/notes.js';
import { describeReading } from './event-store/reading.js';
import { describeResuming } from './event-store/resuming.js';
import { describeReopening } from './event-store/reopening.js';
import { openedForEach } from '../support/platform/opened.js';

/** One store under test, empty at first. */
export interface OpenedEventStore {
  readonly store: EventStore;
  /** The same store as a later process finds it; `store` must not be used any more. */
  reopen(): Promise<EventStore>;
  /** Removes what the store may remove of facts that no reader of a stream sees; a store that keeps all does nothing. */
  scavenge(): Promise<void>;
  /** Ends everything that was opened. */
  close(): Promise<void>;
}

/** What every event store promises. Each test has a store of its own. */
export const eventStoreContract = (name: string, open: (codec: Codec) => Promise<OpenedEventStore>): void => {
  describe(`event store contract: ${name}`, () => {
    const opened = openedForEach(() => open(noteCodec));

    const store = (): EventStore => opened.store;
    describeAppending(store);
    describeExpectations(store);
    describeReading(store);
    describeBeginning(store);
    describeFollowing(store);
    describeResuming(store, () => opened.scavenge());
    describeReopening(store, () => opened.reopen());
    describeModel(store);
  });
};
