import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { postedStructures } from '../../../formats/iiif/posted-structures.js';
import { StructuresFault } from '../../../formats/iiif/structures-fault.js';
import { needsSharedData } from '../../support/shared-data.js';

interface Fixture {
  readonly type?: string;
  readonly items?: readonly { readonly id?: string }[];
  readonly structures?: readonly unknown[];
}

describe('the structures of the fixtures of the official validator', () => {
  let folder = '';
  before(function () {
    folder = needsSharedData(this, 'iiif', 'validator-fixtures');
  });

  it('are read, or refused with a sentence, never anything else', () => {
    const read: string[] = [];
    for (const name of readdirSync(folder)) {
      const { type, items = [], structures = [] } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture;
      if (type !== 'Manifest' || structures.length === 0) continue;
      const declared = new Set(items.flatMap(({ id }) => id ?? []));
      const [first = ''] = declared;
      try {
        postedStructures(structures, { base: first.slice(0, first.lastIndexOf('/') + 1), declared });
        read.push(name);
      } catch (error) {
        expect(error, name).to.be.instanceOf(StructuresFault);
      }
    }
    expect(read).to.not.deep.equal([]);
  });
});
