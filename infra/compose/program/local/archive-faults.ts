import { ArchiveFault } from '../../../../clients/archive/archive.js';
import { EventStoreFault } from '../../../../events/store.js';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import { OcflFault } from '../../../../formats/ocfl/ocfl-fault.js';
import { RequestFault } from '../../../../gateways/http/request-fault.js';
import { DatabaseFault } from '../../../embedded/database-fault.js';

/** Whether an object is not as it was recorded. */
const isDamage = (error: unknown): error is Error =>
  error instanceof OcflFault ||
  (error instanceof RequestFault && error.status === 409) ||
  (error instanceof ByteStoreFault && error.code === 'object-not-found');

const isFault = (error: unknown): error is Error =>
  error instanceof EventStoreFault || error instanceof ByteStoreFault || error instanceof DatabaseFault;

/** The ArchiveFault for a fault of the stores; other errors unchanged. */
export const archiveFault = (error: unknown): unknown => {
  if (isDamage(error)) return new ArchiveFault('damaged', error.message, { cause: error });
  return isFault(error) ? new ArchiveFault('unavailable', error.message, { cause: error }) : error;
};

/** Awaits `work`, with its faults as `archiveFault` has them. */
export const withArchiveFaults = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
  try {
    return await work;
  } catch (error) {
    throw archiveFault(error);
  }
};

/** The same for a list that is read whole, and given item by item. Not a generator, since there can be very many. */
export const eachOfWithArchiveFaults = <Item>(read: () => Promise<Iterable<Item>>): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]: () => {
    let items: Iterator<Item> | null = null;
    return {
      next: async () => (items ??= (await withArchiveFaults(read()))[Symbol.iterator]()).next(),
    };
  },
});

/** The same for what is read bit by bit. */
export async function* eachWithArchiveFaults<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw archiveFault(error);
  }
}
