import { expect } from 'chai';
import { commandConfig } from '../../../../infra/compose/commands/command-config.js';
import { ROLES } from '../../../../infra/config/roles.js';

describe('the settings of a command that starts a platform', () => {
  it('are those of npm start, on free ports and without the console', () => {
    const config = commandConfig({ MUNIMENT_PRESERVATION_PORT: '9999' });
    expect(config.roles).to.deep.equal(ROLES.filter((role) => role !== 'console'));
    expect(Object.values(config.ports)).to.deep.equal([0, 0, 0, 0]);
  });
});
