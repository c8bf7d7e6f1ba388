import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { openMongoSharedRecords, type MongoSharedRecords } from '../../../infra/mongodb/shared-records.js';
import { sharedRecordsContract } from '../../contracts/shared-records.contract.js';
import { onEachServer } from './servers.js';

onEachServer((what, url) => {
  sharedRecordsContract(what, () => {
    const database = `muniment-test-${randomUUID()}`;
    const client = new MongoClient(url());
    const open: MongoSharedRecords[] = [];
    const another = (): MongoSharedRecords => {
      const records = openMongoSharedRecords({ url: url(), database });
      open.push(records);
      return records;
    };
    return {
      records: another(),
      another,
      empty: async () => {
        await client.db(database).dropDatabase();
      },
      close: async () => {
        await Promise.all(open.map((each) => each.close()));
        await client.db(database).dropDatabase();
        await client.close();
      },
    };
  });
});
