import { expect } from 'chai';
import { acceptsByName, acceptsEncoding, preferredLanguage } from '../../../../gateways/http/request/negotiation.js';

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

describe('an encoding that a client accepts', () => {
  for (const accepted of ['br', 'gzip, BR', 'br;q=0.001, gzip'])
    it(`is in ${accepted}`, () => {
      expect(acceptsEncoding(accepted, 'br')).to.equal(true);
    });
  for (const accepted of [undefined, '', '*', 'gzip', 'br;q=0', 'brr', ';;,,;q='])
    it(`is not in ${accepted}`, () => {
      expect(acceptsEncoding(accepted, 'br')).to.equal(false);
    });
});

describe('the language that a client prefers', () => {
  for (const accepted of ['de', 'DE-at', 'fr, de;q=0.5', 'en;q=0.4, de;q=0.8', 'de, en', 'en;q=0, de;q=0.001'])
    it(`is German for ${accepted}`, () => {
      expect(preferredLanguage(accepted)).to.equal('de');
    });
  for (const accepted of [undefined, '', '*', 'fr', 'den', 'en, de', 'de;q=0', 'de;q=0.3, *;q=0.5', ';;,,;q='])
    it(`is English for ${accepted}`, () => {
      expect(preferredLanguage(accepted)).to.equal('en');
    });
});
