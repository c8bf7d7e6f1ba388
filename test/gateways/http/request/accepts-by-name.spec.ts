import { expect } from 'chai';
import { acceptsByName } from '../../../../gateways/http/request/accepts-by-name.js';

describe('a media type that a client accepts by name', () => {
  for (const accept of ['text/csv', 'text/html, Text/CSV ; q=0.1', 'text/csv;header=present', 'text/csv;q=0.001'])
    it(`is in ${accept}`, () => {
      expect(acceptsByName(accept, 'text/csv')).to.equal(true);
    });
  for (const accept of [undefined, '', '*/*', 'text/*', 'text/csv-schema', 'text/csv;q=0', 'text/csv; q=0.00'])
    it(`is not in ${accept}`, () => {
      expect(acceptsByName(accept, 'text/csv')).to.equal(false);
    });
});
