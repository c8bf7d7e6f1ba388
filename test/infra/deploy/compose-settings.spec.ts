import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import { settings } from '../../../infra/config/settings.js';
import { ownServices } from './compose-file.js';

const known: readonly string[] = Object.values(settings).map(({ variable }) => variable);

describe('the settings in the compose file', () => {
  for (const [name, { environment = {} }] of ownServices) {
    it(`are all known for ${name}`, () => {
      const named = Object.keys(environment).filter((variable) => variable.startsWith('MUNIMENT_'));
      expect(named.filter((variable) => !known.includes(variable))).to.deep.equal([]);
    });

    it(`fit for ${name}`, () => expect(() => readConfig(environment)).to.not.throw());
  }
});
