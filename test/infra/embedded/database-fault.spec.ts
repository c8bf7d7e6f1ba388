import { expect } from 'chai';
import { databaseFault, isDamaged } from '../../../infra/embedded/database-fault.js';

const failure = (message: string, sqliteCode: number | null): Error =>
  Object.assign(new Error(message), sqliteCode === null ? {} : { sqliteCode });

describe('a failure of a database', () => {
  for (const [message, code, expected] of [
    ['database disk image is malformed', 11, true],
    ['database disk image is malformed', null, true],
    ['fts5: corruption found', 267, true],
    ['file is not a database', 26, true],
    ['vtable constructor failed: texts', 1, true],
    ['no such table: entries', 1, false],
    ['database is locked', 5, false],
    ['disk I/O error', 10, false],
  ] as const)
    it(`${expected ? 'says' : 'does not say'} that it is damaged: ${message}, with ${code === null ? 'no code' : `code ${code}`}`, () =>
      expect(isDamaged(databaseFault(failure(message, code)))).to.equal(expected));
});
