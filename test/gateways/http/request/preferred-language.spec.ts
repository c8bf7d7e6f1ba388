import { expect } from 'chai';
import { preferredLanguage } from '../../../../gateways/http/request/preferred-language.js';

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
