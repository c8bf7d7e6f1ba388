import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { SharedRecords } from '../../flow/shared-records.js';
import { openedForEach } from '../support/platform/opened.js';

interface OpenedRecords {
  readonly records: SharedRecords;
  /** As another process would open them. */
  readonly another: () => SharedRecords;
  readonly empty: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the records promise by which processes coordinate, wherever they are kept. */
export const sharedRecordsContract = (what: string, open: () => OpenedRecords | Promise<OpenedRecords>): void => {
  describe(`shared records contract: ${what}`, () => {
    const opened = openedForEach(open, (it) => it.close());
    const name = (): string => `lease/${randomUUID()}`;

    it('has none before the first write', async () => {
      const { records } = opened;
      expect(await records.read(name())).to.equal(null);
      expect(await records.list('lease/')).to.deep.equal([]);
    });

    it('shows what was written, to every process', async () => {
      const named = name();
      const value = { epoch: 3, holder: 'a', nested: { $set: [1, null, 'é'], 'a.b': true } };
      const tag = await opened.records.write(named, value, null);
      expect(await opened.another().read(named)).to.deep.equal({ name: named, tag, value });
    });

    it('makes a record once only', async () => {
      const named = name();
      expect(await opened.records.write(named, 1, null)).to.be.a('string');
      expect(await opened.another().write(named, 2, null)).to.equal(null);
      expect((await opened.records.read(named))?.value).to.equal(1);
    });

    it('writes only over what was seen', async () => {
      const named = name();
      const first = await opened.records.write(named, 1, null);
      const second = await opened.records.write(named, 2, first);
      expect(second).to.be.a('string').and.not.equal(first);
      expect(await opened.another().write(named, 3, first)).to.equal(null);
      expect(await opened.records.read(named)).to.deep.equal({ name: named, tag: second, value: 2 });
    });

    it('lets one of several write over the same record', async () => {
      const named = name();
      const seen = await opened.records.write(named, 0, null);
      const writers = [opened.records, opened.another(), opened.another()];
      const tags = await Promise.all(writers.map((each, index) => each.write(named, index, seen)));
      const written = tags.filter((tag) => tag !== null);
      expect(written).to.have.lengthOf(1);
      expect(await opened.records.read(named)).to.deep.include({ tag: written[0], value: tags.indexOf(written[0]!) });
    });

    it('lets one of several make the same record', async () => {
      const named = name();
      const writers = [opened.records, opened.another(), opened.another()];
      const tags = await Promise.all(writers.map((each, index) => each.write(named, index, null)));
      expect(tags.filter((tag) => tag !== null)).to.have.lengthOf(1);
    });

    it('writes nothing over a record that is gone', async () => {
      const named = name();
      const tag = await opened.records.write(named, 1, null);
      expect(await opened.records.remove(named, tag!)).to.equal(true);
      expect(await opened.records.write(named, 2, tag)).to.equal(null);
      expect(await opened.records.read(named)).to.equal(null);
    });

    it('gives no tag twice, also after a removal and after the store was emptied', async () => {
      const named = name();
      const first = await opened.records.write(named, 1, null);
      await opened.records.remove(named, first!);
      const second = await opened.records.write(named, 1, null);
      await opened.empty();
      const third = await opened.records.write(named, 1, null);
      expect(new Set([first, second, third]).size).to.equal(3);
      expect(await opened.records.write(named, 2, second)).to.equal(null);
    });

    it('removes only what was seen', async () => {
      const named = name();
      const first = await opened.records.write(named, 1, null);
      const second = await opened.records.write(named, 2, first);
      expect(await opened.records.remove(named, first!)).to.equal(false);
      expect(await opened.records.remove(named, second!)).to.equal(true);
      expect(await opened.records.remove(named, second!)).to.equal(false);
    });

    it('lists the records of a prefix by name, and no others', async () => {
      const { records } = opened;
      const names = ['process/b', 'process/a:1', 'process/é', 'process', 'processes/a', 'lease/a'];
      for (const each of names) await records.write(each, each, null);
      const listed = await records.list('process/');
      expect(listed.map((each) => each.name)).to.deep.equal(['process/a:1', 'process/b', 'process/é']);
      expect(listed.map(({ value }) => value)).to.deep.equal(listed.map((each) => each.name));
      expect(await records.list('process/a:1')).to.have.lengthOf(1);
    });
  });
};
