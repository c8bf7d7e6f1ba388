import { byteStoreContract } from '../../contracts/byte-store.contract.js';
import { servers, underTest } from './servers.js';

for (const { name, at, nested } of servers()) {
  if (at === null) {
    describe(`byte store contract: S3 adapter over ${name}`, () => {
      before(function () {
        this.skip();
      });
      it(`needs ${name}, which is not there`);
    });
  } else byteStoreContract(`S3 adapter over ${name}`, () => underTest(at, nested));
}
