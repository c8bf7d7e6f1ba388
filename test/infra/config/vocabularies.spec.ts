import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { faultsOf } from './faults-of.js';

describe('the settings of what user interfaces offer', () => {
  const folder = temporaryFolder();

  it('have the vocabulary of companion 1.3 by default', () =>
    expect(readConfig({}).vocabularies).to.deep.equal({
      accessConditions: [
        { label: 'Open', value: 'dlip-open' },
        { label: 'Restricted', value: 'dlip-2-restricted' },
        { label: 'Protected', value: 'dlip-3-protected' },
        { label: 'Closed', value: 'dlip-4-closed' },
        { label: 'Unassessed', value: 'dlip-unassessed' },
      ],
      rangeTypes: ['Collection', 'Item'],
    }));

  it('are read as JSON, from a file, and as a list', () => {
    const conditions = [{ label: 'Offen', value: 'open' }];
    const file = join(folder(), 'conditions.json');
    writeFileSync(file, JSON.stringify(conditions));
    for (const text of [JSON.stringify(conditions), `@${file}`])
      expect(readConfig({ MUNIMENT_ACCESS_CONDITIONS: text }).vocabularies.accessConditions).to.deep.equal(conditions);
    expect(readConfig({ MUNIMENT_ACCESS_CONDITIONS: '[]' }).vocabularies.accessConditions).to.deep.equal([]);
    expect(readConfig({ MUNIMENT_RANGE_TYPES: 'Act, Scene,' }).vocabularies.rangeTypes).to.deep.equal(['Act', 'Scene']);
  });

  for (const [text, fault] of [
    ['{', 'must be JSON'],
    ['{}', 'must be a JSON array'],
    ['[{"label": "Open"}]', 'has no label and value in entry 1'],
    ['[{"label": "Open", "value": " "}]', 'has no label and value in entry 1'],
    ['["Open"]', 'has no label and value in entry 1'],
    ['[{"label": "Open", "value": "o", "id": 1}]', 'has an unknown property, id, in entry 1'],
    ['[{"label": "Open", "value": "o"}, {"label": "Free", "value": "o"}]', 'has the same value twice'],
    ['@/nowhere.json', 'names a file that cannot be read'],
  ] as const)
    it(`are refused, and told by name: ${text}`, () =>
      expect(faultsOf({ MUNIMENT_ACCESS_CONDITIONS: text })).to.contain(`MUNIMENT_ACCESS_CONDITIONS ${fault}`));
});
