import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { validateObject } from '../../../support/repository/validate-object.js';
import { needsSharedData, sharedData, sharedDataPath } from '../../../support/shared-data.js';
import { folderObject } from '../folder-object.js';

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

const codesIn = (name: string): string[] => name.match(/[EW]\d{3}/g) ?? [];

describe('validating the official OCFL fixtures', () => {
  it('has all of them to judge by', function () {
    const folder = needsSharedData(this, 'ocfl-fixtures');
    const objects = ['1.0', '1.1'].flatMap((spec) =>
      ['good', 'bad', 'warn'].flatMap((kind) => namesIn(join(folder, spec, `${kind}-objects`))),
    );
    expect(objects).to.have.length(156);
  });

  for (const spec of ['1.0', '1.1']) {
    for (const name of namesIn(sharedDataPath('ocfl-fixtures', spec, 'good-objects')))
      it(`finds nothing wrong with ${spec} ${name}`, async () => {
        const findings = await validateObject(folderObject(sharedData('ocfl-fixtures', spec, 'good-objects', name)));
        expect(findings).to.deep.equal([]);
      });

    for (const name of namesIn(sharedDataPath('ocfl-fixtures', spec, 'bad-objects')))
      it(`refuses ${spec} ${name} by its codes`, async () => {
        const findings = await validateObject(folderObject(sharedData('ocfl-fixtures', spec, 'bad-objects', name)));
        expect(findings.map(({ code }) => code)).to.include.members(codesIn(name));
      });

    for (const name of namesIn(sharedDataPath('ocfl-fixtures', spec, 'warn-objects')))
      it(`only warns of ${spec} ${name}, by its codes`, async () => {
        const findings = await validateObject(folderObject(sharedData('ocfl-fixtures', spec, 'warn-objects', name)));
        expect(new Set(findings.map(({ code }) => code))).to.deep.equal(new Set(codesIn(name)));
      });
  }
});
