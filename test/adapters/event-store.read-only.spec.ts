import { join } from 'node:path';
import { expect } from 'chai';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openEventStoreToRead } from '../../infra/embedded/event-store/read-only-event-store.js';
import { closeDatabase, openDatabase } from '../../infra/embedded/sqlite.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { all, newStream, noteCodec, notes, rejection, streamTexts } from '../contracts/event-store/notes.js';

describe('the embedded event store, opened to be read', () => {
  const folder = temporaryFolder();
  const path = (): string => join(folder(), 'events.sqlite');

  it('has what was appended before, and takes nothing more', async () => {
    const store = openEventStore(path(), noteCodec);
    const stream = newStream();
    await store.append(stream, notes('a', 'b'), 'none');
    const head = await store.head();
    await store.close();
    const reader = openEventStoreToRead(path(), noteCodec);
    expect(await streamTexts(reader, stream)).to.deep.equal(['a', 'b']);
    expect(await all(reader.readAll())).to.have.length(2);
    expect(await reader.head()).to.equal(head);
    expect(await rejection(reader.append(stream, notes('c'), 1n))).to.include({ code: 'store-unavailable' });
    await reader.close();
    await reader.close();
    expect(await rejection(all(reader.readAll()))).to.include({ code: 'store-closed' });
    await using again = openEventStore(path(), noteCodec);
    expect(await streamTexts(again, stream)).to.deep.equal(['a', 'b']);
  });

  it('cannot be opened while it is written, nor in a newer format', async () => {
    const store = openEventStore(path(), noteCodec);
    expect(() => openEventStoreToRead(path(), noteCodec))
      .to.throw()
      .that.includes({ code: 'store-in-use' });
    await store.close();
    const newer = openDatabase(path());
    newer.exec('PRAGMA user_version = 99');
    closeDatabase(newer);
    expect(() => openEventStoreToRead(path(), noteCodec)).to.throw('format 99');
  });
});
