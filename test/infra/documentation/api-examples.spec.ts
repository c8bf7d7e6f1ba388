import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { apiExamples } from '../../../infra/documentation/api-examples/api-examples.js';
import { openApiFolder } from '../../../schemas/openapi-files.js';
import { examplesFile } from '../../../schemas/openapi-examples.js';

describe('the examples in the interface documents', () => {
  it('are what a platform answers, as `npm run docs` writes them', async () => {
    const recorded = await apiExamples();
    for (const name of ['preservation', 'storage'] as const)
      expect(readFileSync(examplesFile(openApiFolder(), name), 'utf8'), name).to.equal(recorded[name]);
  });
});
