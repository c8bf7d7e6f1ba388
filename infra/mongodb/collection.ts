import { randomUUID } from 'node:crypto';
import { BSON, MongoBulkWriteError, type AnyBulkWriteOperation, type Collection } from 'mongodb';
import { forEachConcurrently } from '../../flow/concurrently.js';
import {
  DocumentStoreFault,
  type Change,
  type CollectionShape,
  type Documents,
  type Query,
} from '../../projections/documents.js';
import type { Ask } from './asking.js';
import { compilePage, compileWhere, EXISTING, keyOf } from './compile-query.js';
import { restored, storable } from './field-names.js';
import type { StoredDocument } from './stored-document.js';

type StoredCollection = Collection<StoredDocument>;

const MOST_OPERATIONS = 1_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** How many batches are written at once. */
const WIDTH = 4;
/** Fewer than that are not worth a request of their own. */
const FEW_OPERATIONS = 100;
const DUPLICATE_KEY = 11_000;

/** Text that the database keeps as it is; every adapter refuses a NUL. */
const isWhole = (key: string): boolean => !key.includes('\0') && key.isWellFormed();

const toStored = ({ key, doc, position }: Change<object>): StoredDocument => {
  if (!isWhole(key)) throw new TypeError(`${JSON.stringify(key)} cannot be a key`);
  return { _id: key, position, ...(doc === null ? {} : { doc: storable(doc) }) };
};

const fromStored = <Doc extends object>({ doc }: Pick<StoredDocument, 'doc'>): Doc | null =>
  doc === undefined ? null : (restored(doc) as Doc);

/** Batches that fit into one message, and enough of them to be written side by side where there are many documents. */
export const batched = (documents: readonly StoredDocument[]): StoredDocument[][] => {
  const most = Math.min(MOST_OPERATIONS, Math.max(FEW_OPERATIONS, Math.ceil(documents.length / WIDTH)));
  const batches: StoredDocument[][] = [];
  let room = 0;
  for (const document of documents) {
    const size = BSON.calculateObjectSize(document);
    const last = batches.at(-1);
    if (last === undefined || last.length >= most || size > room) {
      batches.push([document]);
      room = MOST_BYTES - size;
    } else {
      last.push(document);
      room -= size;
    }
  }
  return batches;
};

const insertion = (document: StoredDocument): AnyBulkWriteOperation<StoredDocument> => ({ insertOne: { document } });

const replacement =
  (upsert: boolean) =>
  (replacing: StoredDocument): AnyBulkWriteOperation<StoredDocument> => {
    const { _id, position } = replacing;
    return { replaceOne: { filter: { _id, position: { $lt: position } }, replacement: replacing, upsert } };
  };

/** Which of a batch met a document with the same key; throws the error if it says anything else. */
const collisionsIn =
  (batch: readonly StoredDocument[]) =>
  (error: unknown): StoredDocument[] => {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = error.result.getWriteErrors();
    const foreign = errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY);
    if (foreign || error.result.getWriteConcernError() !== undefined) throw error;
    return errors.flatMap(({ index }) => batch[index] ?? []);
  };

/**
 * The filter of a guarded upsert misses a document that is as new or newer, and then collides with it. It may also
 * collide with an older one that another writer has just made: hence the second look, which makes nothing. What was
 * absent a moment ago is inserted, which costs the server a fraction of an upsert.
 */
const saveBatch = async (
  stored: StoredCollection,
  ask: Ask,
  batch: readonly StoredDocument[],
  absent: ReadonlySet<string>,
): Promise<void> => {
  const write = (operations: AnyBulkWriteOperation<StoredDocument>[]): Promise<unknown> =>
    stored.bulkWrite(operations, { ordered: false });
  const operations = batch.map((each) => (absent.has(each._id) ? insertion(each) : replacement(true)(each)));
  const collided = await ask(() => write(operations).then(() => [], collisionsIn(batch)));
  if (collided.length > 0) await ask(() => write(collided.map(replacement(false))));
};

/** No document has a key with a NUL; what has no document is in no index, and no query meets it. */
const MARK = '\0mark';

/** Makes the collection's indexes where they are missing, and with them the collection, and marks it. */
export const prepareCollection = async (stored: StoredCollection, ask: Ask, shape: CollectionShape): Promise<void> => {
  const named = new Set(Object.values(shape.queries).flatMap(({ by }) => by?.join() ?? []));
  const indexes = shape.indexes.map((fields) => ({
    key: keyOf(fields),
    ...(named.has(fields.join()) ? {} : { partialFilterExpression: EXISTING }),
  }));
  if (indexes.length > 0) await ask(() => stored.createIndexes(indexes));
  const position = randomUUID() as unknown as StoredDocument['position'];
  await ask(() => stored.updateOne({ _id: MARK }, { $setOnInsert: { position } }, { upsert: true }));
};

/** A write would make a collection that is gone, and fold facts into documents of which the former part is missing. */
const collectionGone = ({ collectionName }: StoredCollection): DocumentStoreFault =>
  new DocumentStoreFault('store-unavailable', `the collection ${collectionName} is gone from the database`);

/** The documents of one generation; asks nothing of the server. */
export const openCollection = <Doc extends object>(stored: StoredCollection, ask: Ask): Documents<Doc> => {
  let absent: ReadonlySet<string> = new Set(); // when last loaded
  const present = new Set<string>();
  /** Only for counts: the server finds the best index of a page by trying, and a count ends too late for that. */
  const hintTo = async (by: Query['by']): Promise<{ hint?: ReturnType<typeof keyOf> }> => {
    if (by === undefined) return {};
    const hint = keyOf(by);
    const index = JSON.stringify(hint);
    // A generation that an earlier version built may have none.
    if (!present.has(index)) for (const { key } of await ask(() => stored.indexes())) present.add(JSON.stringify(key));
    return present.has(index) ? { hint } : {};
  };
  return {
    get: async (key) => {
      const found = isWhole(key) ? await ask(() => stored.findOne({ _id: key })) : null;
      return found === null ? null : fromStored<Doc>(found);
    },
    load: async (keys) => {
      const wanted = keys.filter(isWhole);
      if (wanted.length === 0) return new Map();
      const marked = await ask(() => stored.find({ _id: { $in: [MARK, ...wanted] } }).toArray());
      const found = marked.filter(({ _id }) => _id !== MARK);
      if (found.length === marked.length) throw collectionGone(stored);
      const loaded = new Map(found.map((each) => [each._id, { doc: fromStored<Doc>(each), position: each.position }]));
      absent = new Set(wanted.filter((key) => !loaded.has(key)));
      return loaded;
    },
    save: async (changes) => {
      const known = absent;
      const batches = batched(changes.map(toStored));
      await forEachConcurrently(batches, { width: WIDTH }, (batch) => saveBatch(stored, ask, batch, known));
    },
    find: async (query) => {
      const where = compileWhere(query);
      const page = compilePage(query);
      if (page.limit === 0) return [];
      const found = await ask(() =>
        stored.find(where, page).project<Pick<StoredDocument, 'doc'>>({ doc: 1 }).toArray(),
      );
      return found.flatMap((each) => fromStored<Doc>(each) ?? []);
    },
    count: async (where, by) => {
      const filter = compileWhere({ where, ...(by === undefined ? {} : { by }) });
      const hint = await hintTo(by);
      return ask(() => stored.countDocuments(filter, hint));
    },
    collectionId: async () => {
      const marked = await ask(() => stored.findOne({ _id: MARK }));
      return marked?.position ?? null;
    },
  };
};
