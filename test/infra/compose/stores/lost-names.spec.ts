import { expect } from 'chai';
import { lostNamesText } from '../../../../infra/compose/stores/lost-names.js';

describe('what is told of a lost or older index of objects', () => {
  const folder = { path: '/data', objects: '/data/objects' };

  it('is nothing where nothing is missing', () => {
    expect(lostNamesText({ lost: { nameless: 0, withoutBytes: 0 } }, folder)).to.equal(null);
    expect(lostNamesText(null, folder)).to.equal(null);
  });

  it('counts the files without names and the names without files, and says what to do', () => {
    expect(lostNamesText({ lost: { nameless: 2, withoutBytes: 1 } }, folder)).to.equal(
      'the index /data/objects.sqlite was lost, or is older than /data/objects: 2 files there without a name, which ' +
        'workspaces lack, and 1 name in it without a file; stop the platform and restore the newest copy of that index, ' +
        'or move files without names elsewhere and delete objects without files',
    );
    expect(lostNamesText({ lost: { nameless: 0, withoutBytes: 3 } }, folder)).to.match(
      /objects: 3 names in it without a file; stop/,
    );
  });
});
