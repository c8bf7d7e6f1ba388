import { join } from 'node:path';
import { expect } from 'chai';
import { issuerKeys } from '../../../infra/identity/issuer/issuer-keys.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the keys of an issuer', () => {
  const folder = temporaryFolder();

  it('begin with one key for all who ask at the same moment', async () => {
    const keys = issuerKeys(join(folder(), 'keys.json'));
    const signing = await Promise.all(Array.from({ length: 5 }, () => keys.signing()));
    const published = (await keys.published()) as { readonly kid: string }[];
    expect(published.map(({ kid }) => kid)).to.deep.equal([...new Set(signing.map(({ kid }) => kid))]);
    expect(published).to.have.lengthOf(1);
  });

  it('still have the last key after a new one was made', async () => {
    const keys = issuerKeys(join(folder(), 'keys.json'));
    const first = await keys.signing();
    const next = await keys.rotate();
    const published = (await keys.published()) as { readonly kid: string }[];
    expect(published.map(({ kid }) => kid)).to.deep.equal([next.kid, first.kid]);
  });
});
