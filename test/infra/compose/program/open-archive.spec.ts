import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openArchive } from '../../../../infra/compose/program/open-archive.js';
import { catalogue } from '../../../../events/codec/catalogue.js';
import { createCodec } from '../../../../events/codec/codec.js';
import { openEventStore } from '../../../../infra/embedded/event-store/event-store.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('opening an archive to look at it', () => {
  const folder = temporaryFolder();
  const data = (): string => join(folder(), 'data');
  const log = (): string => join(data(), 'events.sqlite');

  const open = (waitMs = 0) => openArchive({ kind: 'data', path: data(), from: '--data' }, { environment: {}, waitMs });
  const fault = async (): Promise<unknown> => {
    const { message, about } = (await failureOf(open())) as { message: string; about?: object };
    return { message, ...about };
  };
  const makeFolder = (): void => {
    mkdirSync(data());
    writeFileSync(join(data(), 'format.json'), '{"format":1}');
  };

  it('says that there is no archive, and makes none', async () => {
    const next = '--data <folder>, --server <address>, muniment start (new)';
    const missing = { message: `There is no archive in ${data()}.`, code: 'no-archive', exit: 2, next };
    expect(await fault()).to.deep.equal(missing);
    expect(existsSync(data())).to.equal(false);
    mkdirSync(data());
    expect(await fault()).to.deep.equal(missing);
  });

  it('says that it is in use, and waits for it where that is wanted', async () => {
    makeFolder();
    const held = openEventStore(log(), createCodec(catalogue));
    const message = `The archive ${data()} is in use by another process.`;
    expect(await fault()).to.deep.equal({ message, code: 'archive-in-use', exit: 5, next: '--wait 1h' });
    const opening = open(60_000);
    await held.close();
    await (await opening).close();
  });

  it('says that the log is elsewhere, or must be repaired first', async () => {
    makeFolder();
    const elsewhere = `${data()} has no log: the platform that uses it has its log on a server.`;
    expect(await fault()).to.include({ message: elsewhere, exit: 2, next: '--server <address>' });
    await openEventStore(log(), createCodec(catalogue)).close();
    writeFileSync(`${log()}-wal`, '');
    const message = `The archive ${data()} was not closed by the process that wrote it, and must be repaired before it can be read.`;
    expect(await fault()).to.include({ message, exit: 2, next: 'muniment start' });
    renameSync(`${log()}-wal`, join(folder(), 'wal'));
    await (await open()).close();
  });
});
