import { expect } from 'chai';
import { ArchiveFault } from '../../../../clients/archive/archive.js';
import { EventStoreFault } from '../../../../events/store.js';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import { OcflFault } from '../../../../formats/ocfl/ocfl-fault.js';
import { RequestFault } from '../../../../gateways/http/request-fault.js';
import { eachWithArchiveFaults, withArchiveFaults } from '../../../../infra/compose/program/local/archive-faults.js';
import { DatabaseFault } from '../../../../infra/embedded/database-fault.js';
import { collected } from '../../../support/collected.js';
import { failureOf } from '../../../support/failure-of.js';

describe('why an archive in a data folder cannot be read', () => {
  const faults: readonly [code: string, error: Error][] = [
    ['damaged', new OcflFault('inventory-invalid', 'the inventory is not JSON')],
    ['damaged', new RequestFault(409, 'The OCFL object of letters is at v1, its ledger at v2.')],
    ['damaged', new ByteStoreFault('object-not-found', 'there is no file v1/content/a')],
    ['unavailable', new ByteStoreFault('store-unavailable', 'the disk reports an error')],
    ['unavailable', new EventStoreFault('store-unavailable', 'the event store cannot be read')],
    ['unavailable', new DatabaseFault('database-damaged', 'the file is damaged')],
  ];
  for (const [code, error] of faults)
    it(`is ${code} for "${error.message}"`, async () => {
      const fault = await failureOf(withArchiveFaults(Promise.reject(error)));
      expect(fault).to.be.instanceOf(ArchiveFault).and.to.include({ code, message: error.message, cause: error });
    });

  it('is said at the item that cannot be read, behind those before it', async () => {
    const read: number[] = [];
    const items = async function* () {
      yield* [1, 2];
      await Promise.reject(new ByteStoreFault('object-not-found', 'gone'));
    };
    const reading = async (): Promise<void> => {
      for await (const item of eachWithArchiveFaults(items())) read.push(item);
    };
    expect(await failureOf(reading())).to.include({ code: 'damaged' });
    expect(read).to.deep.equal([1, 2]);
  });

  it('is left as it is where it is an error of the program', async () => {
    const error = new TypeError('not a function');
    expect(await failureOf(withArchiveFaults(Promise.reject(error)))).to.equal(error);
    expect(await failureOf(collected(eachWithArchiveFaults(failing(error))))).to.equal(error);
  });
});

const failing = async function* (error: Error) {
  yield 1;
  await Promise.reject(error);
};
