import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import { faultsOf } from './faults-of.js';

const reading = (destinations: string, rest: Readonly<Record<string, string>> = {}) => ({
  MUNIMENT_EXPORT_DESTINATIONS: destinations,
  ...rest,
});

describe('the setting of where exports may go', () => {
  const allowed: readonly [string, string, object][] = [
    [
      'a prefix of the bucket of workspaces',
      's3://muniment-workspace/out/',
      { bucket: 'muniment-workspace', prefix: 'out/' },
    ],
    ['workspaces of another system', 's3://their-bucket/deposits/', { bucket: 'their-bucket', prefix: 'deposits/' }],
    ['a whole bucket', 's3://their-bucket/', { bucket: 'their-bucket', prefix: '' }],
  ];
  for (const [what, uri, expected] of allowed)
    it(`may be ${what}`, () => expect(readConfig(reading(uri)).exports).to.deep.equal([expected]));

  const clients = JSON.stringify({ 'app-1': { name: 'Digitisation', depositBucket: 'digitisation' } });
  const own: readonly [string, string, Record<string, string>][] = [
    ['the repository', 's3://muniment-repository/out/', {}],
    ['the staging area', 's3://muniment-staging/', {}],
    ['the workspaces', 's3://muniment-workspace/deposits/', {}],
    ['one workspace', 's3://muniment-workspace/deposits/abc/', {}],
    ['the workspaces of a client', 's3://digitisation/deposits/', { MUNIMENT_KNOWN_CLIENTS: clients }],
    ['what holds the workspaces', 's3://muniment-workspace/', {}],
  ];
  for (const [what, uri, rest] of own)
    it(`may not be ${what} of the platform`, () =>
      expect(faultsOf(reading(uri, rest))).to.include(
        `MUNIMENT_EXPORT_DESTINATIONS names ${uri}, where the platform has its repository, its staging area or workspaces: name another bucket or prefix`,
      ));

  for (const uri of [
    'https://example.org/',
    's3://their-bucket',
    's3://their-bucket/x',
    's3://their-bucket/../x/',
    's3://their-bucket//x/',
  ])
    it(`must be S3 locations, so not ${uri}`, () =>
      expect(faultsOf(reading(uri))).to.include(
        `MUNIMENT_EXPORT_DESTINATIONS names ${uri}: an entry is s3://<bucket>/ or s3://<bucket>/<prefix>/`,
      ));
});
