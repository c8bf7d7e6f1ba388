import { copyFile, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { adoptData, loseLog } from '../support/repository/adopted-data.js';
import { auditData, openAuditedRepository, type AuditedRepository } from '../support/repository/audited-repository.js';

const GROUP = 'letters/1911';
const LATER = 'letters/1912';

/** Every file below the storage root of a data folder. */
const storedIn = async (data: string): Promise<string[]> => {
  const entries = await readdir(join(data, 'ocfl'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : [])).sort();
};

describe('restoring an older log beside a newer repository (docs/auditing.md)', () => {
  const opened: AuditedRepository[] = [];
  let data: string;
  let stored: string[];

  const open = async (folder: string | null = null): Promise<AuditedRepository> => {
    const repository = await openAuditedRepository({}, folder);
    opened.push(repository);
    return repository;
  };
  const over = async <T>(work: (repository: AuditedRepository) => Promise<T>): Promise<T> => {
    const repository = await open(data);
    try {
      return await work(repository);
    } finally {
      await repository.platform.settle();
      await repository.platform.stop();
    }
  };

  before(async () => {
    const first = await open();
    ({ data } = first);
    await first.preserve(GROUP, { 'a.txt': 'one' });
    await first.platform.stop();
    const backup = join(data, '../backup');
    await copyFile(join(data, 'events.sqlite'), backup);
    await over(async (repository) => {
      await repository.preserve(GROUP, { 'a.txt': 'one', 'b.txt': 'two' });
      await repository.preserve(LATER, { 'c.txt': 'three' });
    });
    stored = await storedIn(data);
    await loseLog(data);
    await copyFile(backup, join(data, 'events.sqlite'));
  });
  after(async () => {
    for (const repository of opened) await repository.remove();
  });

  it('refuses from the first second on, and by name, what is ahead of the log, and loses nothing', async () => {
    await over(async ({ platform: { call, ready } }) => {
      const shown = await call<{ readonly detail: string }>('GET', `/repository/${GROUP}`);
      expect(shown.status).to.equal(409);
      expect(shown.body.detail).to.equal(`The OCFL object of ${GROUP} is at v2, its ledger at v1.`);
      for (const [group, why] of [
        [GROUP, `The OCFL object of ${GROUP} is at v2, its ledger at v1.`],
        [LATER, `Nothing is recorded of the OCFL object that is there for ${LATER}.`],
      ]) {
        const archivalGroup = `${ready.storage}/repository/${group}`;
        const answer = await fetch(`${ready.storage}/import`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ archivalGroup, archivalGroupName: 'Letters', lastModifiedBy: 'scanner' }),
        });
        const { detail } = (await answer.json()) as { readonly detail: string };
        expect([answer.status, detail]).to.deep.equal([409, `${why} Nothing can be imported into it until then.`]);
      }
    });
    expect(await storedIn(data)).to.deep.equal(stored);
  });

  it('does not start with read models that have seen more than the log holds', async () => {
    const newer = join(data, '../newer');
    await cp(data, newer, { recursive: true });
    await over(({ platform: { call } }) => call('PUT', '/repository/maps'));
    await copyFile(join(data, 'documents.sqlite'), join(newer, 'documents.sqlite'));
    const refusal = await open(newer).then(
      () => 'it started',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    expect(refusal).to.match(/documents\.sqlite are ahead of the event log.*delete that file/);
  });

  it('serves it again once it is adopted, and takes the next version', async () => {
    const { exit, rows } = await adoptData(data);
    expect(exit).to.equal(0);
    expect(rows.map(({ group, message }) => `${group} ${message}`)).to.have.members([`${GROUP} v2`, `${LATER} v1`]);
    await over(async (repository) => {
      const { call } = repository.platform;
      expect((await call('GET', `/repository/${LATER}`)).status).to.equal(200);
      await repository.preserve(GROUP, { 'a.txt': 'one', 'b.txt': 'two', 'd.txt': 'four' });
      const { body } = await call<{ readonly versions: unknown[] }>('GET', `/repository/${GROUP}`);
      expect(body.versions).to.have.length(3);
    });
    expect((await auditData(data)).found).to.deep.equal([]);
  });
});
