import { service } from '../services.js';

/** One suite for one server, skipped by name where the server is not there. */
export const answeringServer = (what: string, variable: string, specs: (address: () => string) => void): void => {
  describe(`the server of ${what}`, () => {
    let found: string | null = null;
    before(function () {
      found = service(variable, what);
      if (found === null) this.skip();
    });
    specs(() => found ?? '');
  });
};
