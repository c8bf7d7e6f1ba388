import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createCodec } from '../../events/codec/codec.js';
import type { NewFact, RecordedFact } from '../../events/envelope.js';
import { eventStoreIn, openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { closeDatabase, type Database, openDatabase } from '../../infra/embedded/sqlite.js';
import { takeSyncsOver } from '../../infra/embedded/synced-log.js';
import {
  all,
  follow,
  newStream,
  note,
  noteCodec,
  notes,
  type NoteFact,
  rejection,
  streamTexts,
} from '../contracts/event-store/notes.js';
import { until } from '../support/scheduling/until.js';

/** The database on a disk that refuses commits while `refuses` says so. */
const refusing = (database: Database, refuses: () => boolean): Database =>
  new Proxy(database, {
    get(target, name) {
      if (name === 'exec') {
        return (sql: string) => {
          if (sql === 'COMMIT' && refuses()) throw Object.assign(new Error('disk I/O error'), { sqliteCode: 10 });
          target.exec(sql);
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });

describe('the embedded event store', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-events-'));
    path = join(folder, 'events.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const thrownBy = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    throw new Error('nothing was thrown');
  };

  it('lives in memory as well', async () => {
    await using store = openEventStore(':memory:', noteCodec);
    const stream = newStream();
    await store.append(stream, notes('a'), 'none');
    expect(await streamTexts(store, stream)).to.deep.equal(['a']);
  });

  describe('opening', () => {
    it('refuses a file that another process holds', async () => {
      await using held = openEventStore(path, noteCodec);
      const module = new URL('../../infra/embedded/sqlite.js', import.meta.url).href;
      const script = `import(${JSON.stringify(module)}).then((m) => m.openDatabase(${JSON.stringify(path)})).catch((e) => console.log(e.code))`;
      const other = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
      expect(other.stdout.trim()).to.equal('database-in-use');
      expect(await held.head()).to.equal(null);
    });

    it('refuses a second store on the same file, and leaves the first at work', async () => {
      await using store = openEventStore(path, noteCodec);
      expect(thrownBy(() => openEventStore(path, noteCodec))).to.include({ code: 'store-in-use', transient: false });
      await store.append(newStream(), notes('a'), 'none');
      expect(await all(store.readAll())).to.have.length(1);
    });

    it('refuses what is not a database, and a folder that is not there', async () => {
      await writeFile(path, 'a letter, and not a database at all, but long enough to be looked at'.repeat(50));
      const fault = thrownBy(() => openEventStore(path, noteCodec));
      expect(fault).to.include({ code: 'store-unavailable' });
      expect(fault)
        .to.have.property('message')
        .that.matches(/only a copy can replace it: .*docs\/auditing\.md/);
      const nowhere = join(folder, 'nowhere', 'events.db');
      expect(thrownBy(() => openEventStore(nowhere, noteCodec))).to.include({ code: 'store-unavailable' });
    });

    it('brings a store of format 1 forward, whose facts stay as they were', async () => {
      const store = openEventStore(path, noteCodec);
      const stream = newStream();
      await store.append(stream, notes('a'), 'none');
      await store.close();
      const older = openDatabase(path);
      older.exec('PRAGMA user_version = 1');
      closeDatabase(older);
      await openEventStore(path, noteCodec).close();
      const present = openDatabase(path);
      expect(present.prepare('PRAGMA user_version').get()).to.deep.include({ user_version: 2 });
      closeDatabase(present);
      await using again = openEventStore(path, noteCodec);
      await again.append(stream, notes('b', 'c'), 0n);
      expect(await streamTexts(again, stream)).to.deep.equal(['a', 'b', 'c']);
    });

    it('refuses a store of a newer format', async () => {
      await openEventStore(path, noteCodec).close();
      const newer = openDatabase(path);
      newer.exec('PRAGMA user_version = 99');
      newer.close();
      const fault = thrownBy(() => openEventStore(path, noteCodec));
      expect(fault).to.include({ code: 'store-unavailable' }).with.property('message').that.includes('format 99');
    });
  });

  describe('closing', () => {
    it('settles the appends it has taken, and takes no more', async () => {
      const store = openEventStore(path, noteCodec);
      const stream = newStream();
      const taken = store.append(stream, notes('a'), 'none');
      const closed = store.close();
      expect(await rejection(store.append(stream, notes('b'), 0n))).to.include({ code: 'store-closed' });
      expect((await taken).revision).to.equal(0n);
      await Promise.all([closed, store.close()]);

      await using again = openEventStore(path, noteCodec);
      expect(await streamTexts(again, stream)).to.deep.equal(['a']);
    });

    it('ends subscriptions and readers with a fault', async () => {
      const store = openEventStore(path, noteCodec);
      const follower = follow(store);
      await follower.untilCaughtUp();
      const waiting = rejection(follower.next());
      await store.close();
      expect(await waiting).to.include({ code: 'store-closed' });
      expect(await rejection(all(store.read(newStream())))).to.include({ code: 'store-closed' });
      expect(await rejection(store.head())).to.include({ code: 'store-closed' });
    });

    it('leaves one file behind', async () => {
      const store = openEventStore(path, noteCodec);
      await store.append(newStream(), notes('a'), 'none');
      await store.close();
      expect(await readdir(folder)).to.deep.equal(['events.db']);
    });
  });

  describe('when the disk is full', () => {
    /** Room for a few pages only, which is what a full disk looks like from inside. */
    const cramped = (): { store: ReturnType<typeof eventStoreIn>; room: (pages: number) => void } => {
      const database = openDatabase(path);
      const store = eventStoreIn(database, noteCodec);
      return { store, room: (pages) => database.exec(`PRAGMA max_page_count = ${pages}`) };
    };

    it('writes nothing, says so, and goes on when there is room again', async () => {
      const { store, room } = cramped();
      const stream = newStream();
      await store.append(stream, notes('a'), 'none');
      room(20);
      const many = notes(...Array.from({ length: 10 }, () => 'x'.repeat(20_000)));
      expect(await rejection(store.append(stream, many, 0n))).to.include({ code: 'store-full', transient: false });
      expect(await streamTexts(store, stream)).to.deep.equal(['a']);

      expect((await store.append(stream, notes('b'), 0n)).revision).to.equal(1n);
      room(10_000);
      expect((await store.append(stream, many, 1n)).revision).to.equal(11n);
      await store.close();
      await using again = openEventStore(path, noteCodec);
      expect(await all(again.read(stream))).to.have.length(12);
    });

    it('fails all that waited together, and none of them half', async () => {
      const { store, room } = cramped();
      room(20);
      const waiting = Array.from({ length: 20 }, () => store.append(newStream(), notes('x'.repeat(20_000)), 'none'));
      const outcomes = await Promise.allSettled(waiting);
      for (const outcome of outcomes) expect(outcome).to.have.nested.property('reason.code', 'store-full');
      expect(await all(store.readAll())).to.deep.equal([]);
      await store.close();
    });
  });

  describe('when the disk refuses a commit', () => {
    it('says that the outcome is unknown, and trusts itself with no other write', async () => {
      await openEventStore(path, noteCodec).close();
      const store = eventStoreIn(
        refusing(openDatabase(path), () => true),
        noteCodec,
      );
      const stream = newStream();
      const facts = notes('a');
      expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'outcome-unknown' });
      expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'store-unavailable' });
      expect(await streamTexts(store, stream)).to.deep.equal([]);
      await store.close();
      await using again = openEventStore(path, noteCodec);
      expect((await again.append(stream, facts, 'none')).revision).to.equal(0n);
    });
  });

  describe('metadata that the facts of an append share', () => {
    const withMetadata = (commandId: string, count: number): NewFact<NoteFact>[] => {
      const metadata = { ...note().metadata, commandId };
      return Array.from({ length: count }, () => ({ ...note(), metadata }));
    };
    const commandsOf = async (facts: AsyncIterable<RecordedFact>): Promise<string[]> =>
      (await all(facts)).map(({ metadata }) => metadata.commandId);

    it('are stored once, and read with each of the facts, wherever a reader begins', async () => {
      await using store = openEventStore(path, noteCodec);
      const [one, two] = [newStream(), newStream('letter')];
      await store.append(one, withMetadata('first', 300), 'none');
      await store.append(two, withMetadata('second', 3), 'none');
      await store.append(one, [...withMetadata('third', 2), ...withMetadata('fourth', 1)], 299n);
      const expected = [...Array.from({ length: 300 }, () => 'first'), 'third', 'third', 'fourth'];
      for (const from of [0n, 1n, 124n, 125n, 126n, 299n, 300n, 301n, 302n]) {
        const forwards = store.read(one, { from });
        expect(await commandsOf(forwards), `from ${from}`).to.deep.equal(expected.slice(Number(from)));
        const backwards = store.read(one, { from, direction: 'backwards' });
        expect(await commandsOf(backwards), `back from ${from}`).to.deep.equal(
          expected.slice(0, Number(from) + 1).reverse(),
        );
      }
      const facts = await all(store.readAll());
      const commands = facts.map(({ metadata }) => metadata.commandId);
      for (const index of [0, 1, 124, 125, 298, 299, 300, 301, 302, 303, 304]) {
        const after = facts[index]?.position;
        expect(await commandsOf(store.readAll({ after })), `after ${index}`).to.deep.equal(commands.slice(index + 1));
        const categories = ['letter'];
        const letters = commands.slice(index + 1).filter((command) => command === 'second');
        expect(await commandsOf(store.readAll({ after, categories }))).to.deep.equal(letters);
      }
      expect(await commandsOf(store.read(two, { from: 2n }))).to.deep.equal(['second']);
    });
  });

  describe('the sync of a commit', () => {
    const sync = (work: () => void) => ({ sync: work, repair: work, close: () => undefined });

    it('comes after the facts are in the files, and before the append is answered', async () => {
      await openEventStore(path, noteCodec).close();
      const database = openDatabase(path);
      database.exec('PRAGMA synchronous = NORMAL');
      const copy = join(folder, 'copy.db');
      let answered = false;
      let answeredBefore: boolean | null = null;
      const copyFiles = (): void => {
        answeredBefore = answered;
        copyFileSync(path, copy);
        copyFileSync(`${path}-wal`, `${copy}-wal`);
      };
      const store = eventStoreIn(database, noteCodec, sync(copyFiles));
      const stream = newStream();
      await store.append(stream, notes('a'), 'none').then(() => (answered = true));
      expect(answeredBefore).to.equal(false);
      await store.close();
      await using copied = openEventStore(copy, noteCodec);
      expect(await streamTexts(copied, stream)).to.deep.equal(['a']);
    });

    it('is left to the store alone, so that the database syncs at checkpoints only', async () => {
      const database = openDatabase(path);
      const store = eventStoreIn(database, noteCodec);
      expect(database.prepare('PRAGMA synchronous').get()).to.deep.include({ synchronous: 1 });
      await store.close();
    });

    it('makes the outcome unknown when it fails, and the store refuses to be read and written', async () => {
      const refuse = (): void => {
        throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      };
      const store = eventStoreIn(openDatabase(path), noteCodec, sync(refuse));
      const stream = newStream();
      const facts = notes('a');
      const follower = follow(store);
      await follower.untilCaughtUp();
      const waiting = rejection(follower.next());
      expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'outcome-unknown' });
      expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'store-unavailable' });
      expect(await rejection(all(store.readAll()))).to.include({ code: 'store-unavailable' });
      expect(await waiting).to.include({ code: 'store-unavailable' });
      expect(store.fault()).to.include({ code: 'store-unavailable' });
      await store.close();
      await using again = openEventStore(path, noteCodec);
      expect((await again.append(stream, facts, 'none')).revision).to.equal(0n);
      expect(await streamTexts(again, stream)).to.deep.equal(['a']);
    });
  });

  describe('a disk that refuses once', () => {
    /** Refuses the first sync; a second one without a repair would succeed, and what was refused would be lost. */
    const refusingOnce = (database: Database) => {
      const real = takeSyncsOver(database, path);
      let state: 'whole' | 'refused' | 'repaired' = 'whole';
      const sync = (): void => {
        if (state === 'refused') throw new Error('what the disk refused was not repaired');
        if (state === 'whole') {
          state = 'refused';
          throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        }
        real.sync();
      };
      const repair = (): void => {
        real.repair();
        state = 'repaired';
      };
      return { ...real, sync, repair };
    };

    it('is asked again by the next append, which finds the facts of the commit that could not be synced', async () => {
      const database = openDatabase(path);
      const store = eventStoreIn(database, noteCodec, refusingOnce(database));
      const stream = newStream();
      const facts = notes('a');
      expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'outcome-unknown' });
      expect((await store.append(stream, facts, 'none')).revision).to.equal(0n);
      expect((await store.append(stream, notes('b'), 0n)).revision).to.equal(1n);
      await store.close();
      await using again = openEventStore(path, noteCodec);
      expect(await streamTexts(again, stream)).to.deep.equal(['a', 'b']);
    });

    it('is asked again by whoever asks for its fault, after which readers see those facts', async () => {
      const database = openDatabase(path);
      await using store = eventStoreIn(database, noteCodec, refusingOnce(database));
      const stream = newStream();
      await rejection(store.append(stream, notes('a'), 'none'));
      expect(store.fault()).to.equal(null);
      expect(await streamTexts(store, stream)).to.deep.equal(['a']);
    });

    it('gives readers nothing before it has synced again', async () => {
      let isRefusing = true;
      const sync = (): void => {
        if (isRefusing) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      };
      const log = { sync, repair: () => undefined, close: () => undefined };
      await using store = eventStoreIn(openDatabase(path), noteCodec, log);
      const stream = newStream();
      await rejection(store.append(stream, notes('a'), 'none'));
      expect(await rejection(all(store.read(stream)))).to.include({ code: 'store-unavailable' });
      isRefusing = false;
      await until('the disk is asked again', () => store.fault() === null);
      expect(await streamTexts(store, stream)).to.deep.equal(['a']);
    });

    it('is asked again after a commit that it refused, whose facts are not there', async () => {
      await openEventStore(path, noteCodec).close();
      let refusals = 1;
      await using store = eventStoreIn(
        refusing(openDatabase(path), () => refusals-- > 0),
        noteCodec,
      );
      const stream = newStream();
      expect(await rejection(store.append(stream, notes('a'), 'none'))).to.include({ code: 'outcome-unknown' });
      expect(await streamTexts(store, stream)).to.deep.equal([]);
      expect((await store.append(stream, notes('b'), 'none')).revision).to.equal(0n);
    });
  });

  describe('at a fact that it cannot decode', () => {
    const knowsLetters = createCodec([{ type: 'LetterSent', schema: 1 }]);
    const letter = () => ({ ...note(), type: 'LetterSent' as const });

    beforeEach(async () => {
      const both = createCodec([
        { type: 'NoteWritten', schema: 1 },
        { type: 'LetterSent', schema: 1 },
      ]);
      await using store = openEventStore(path, both);
      await store.append('letter-1', [letter()], 'none');
      await store.append('note-1', notes('a'), 'none');
      await store.append('letter-1', [letter()], 0n);
    });

    it('stops a reader who asked for it, behind everything before it', async () => {
      await using store = openEventStore(path, knowsLetters);
      const seen: string[] = [];
      const reading = (async () => {
        for await (const fact of store.readAll()) seen.push(fact.stream);
      })();
      expect(await rejection(reading)).to.include({ code: 'fact-not-decodable' });
      expect(seen).to.deep.equal(['letter-1']);
      const follower = follow(store);
      expect((await follower.next()).kind).to.equal('fact');
      expect(await rejection(follower.next()))
        .to.include({ code: 'fact-not-decodable' })
        .with.property('message')
        .that.includes('note-1 at 0');
    });

    it('does not stop a reader who asked for others', async () => {
      await using store = openEventStore(path, knowsLetters);
      expect(await all(store.readAll({ categories: ['letter'] }))).to.have.length(2);
      expect(await all(store.read('letter-1'))).to.have.length(2);
    });
  });

  it('refuses a position that it never gave out', async () => {
    await using store = openEventStore(path, noteCodec);
    const after = '42' as NonNullable<Awaited<ReturnType<typeof store.head>>>;
    expect(() => store.readAll({ after })[Symbol.asyncIterator]()).to.throw(RangeError);
  });

  it('lets other work go on while a long log is read and many appends wait', async () => {
    await using store = openEventStore(path, noteCodec);
    const stream = newStream();
    const texts = Array.from({ length: 500 }, (_, index) => `${index}`);
    for (let revision = -1n; revision < 4999n; revision += 500n) await store.append(stream, notes(...texts), revision);
    let turns = 0;
    const count = (): void => void (turns++, (counting = setImmediate(count)));
    let counting = setImmediate(count);
    await all(store.readAll());
    clearImmediate(counting);
    expect(turns).to.be.greaterThan(3);
  });
});
