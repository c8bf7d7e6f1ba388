import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';

describe('the configuration of lint', () => {
  it('has exceptions for files that are there only', () => {
    const text = readFileSync(join(projectRoot, '.oxlintrc.json'), 'utf8');
    const files = [...text.matchAll(/"([\w./-]+\.ts)"/g)].flatMap(([, file]) => file ?? []);
    expect(files).to.include('commands/deposit/decider.ts');
    expect(files.filter((file) => !existsSync(join(projectRoot, file)))).to.deep.equal([]);
  });
});
