import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

describe('secrets in a data folder', () => {
  const platform = openedOnce(
    () => startTestPlatform({ environment: { MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true' } }),
    (each) => each.remove(),
  );

  const accessOf = (path: string): number => statSync(join(platform.data, path)).mode & 0o077;
  const foldersAbove = (path: string): string[] =>
    path.split('/').flatMap((_, depth, names) => (depth === 0 ? [] : [names.slice(0, depth).join('/')]));
  const isClosed = (folder: string): boolean => (accessOf(folder) & 0o011) === 0;

  /** The files that hold a text, with the access of others to them: none below a folder that only its owner may enter. */
  const filesWith = (secret: string): Map<string, number> => {
    const below = readdirSync(platform.data, { recursive: true, encoding: 'utf8' });
    const files = below.filter((path) => statSync(join(platform.data, path)).isFile());
    const holding = files.filter((path) => readFileSync(join(platform.data, path)).includes(secret));
    return new Map(holding.map((path) => [path, foldersAbove(path).some(isClosed) ? 0 : accessOf(path)]));
  };

  it('can be read by their owner alone: the key of the S3 endpoint and tokens of viewers', async () => {
    const { body: deposit } = await platform.call<{ id: string }>('POST', '/deposits', { template: 'RootLevel' });
    const opened = await fetch(`${deposit.id}/iiif`, { redirect: 'manual' });
    const token = /iiif-token\/([0-9a-f]{32})/.exec(opened.headers.get('location') ?? '')?.[1] ?? '';
    for (const secret of [token, platform.ready.s3.secretAccessKey]) {
      expect(secret).to.match(/^[\w-]{32,}$/);
      const files = filesWith(secret);
      expect([...files.keys()]).not.to.deep.equal([]);
      for (const [path, access] of files) expect(access, path).to.equal(0);
    }
  });
});
