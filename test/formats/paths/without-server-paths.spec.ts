import { expect } from 'chai';
import { withoutServerPaths } from '../../../formats/paths/without-server-paths.js';

describe('a message of a tool, for callers', () => {
  for (const [message, shown] of [
    [
      'Input file has corrupt header: /tmp/muniment-image-507ae941: bad seek to 1024',
      'Input file has corrupt header: bad seek to 1024',
    ],
    ['/opt/tools/sf did not end within 30 s.', 'sf did not end within 30 s.'],
    ['clamd at /run/clamav/clamd.ctl broke off.', 'clamd at clamd.ctl broke off.'],
    [
      "ENOENT: no such file or directory, open '/srv/data/objects/3f/a0'",
      "ENOENT: no such file or directory, open 'a0'",
    ],
    ['sf ended with 1: open /srv/scratch/r1/objects/a.txt: input/output', 'sf ended with 1: open a.txt: input/output'],
  ] as const)
    it(`has no path of the server: ${shown}`, () => expect(withoutServerPaths(message)).to.equal(shown));

  for (const message of [
    'objects/letters/a.txt is no image',
    'https://store.example/bucket/key has no answer',
    's3://bucket/deposits/a is away',
    '1/2 of the pixels',
    'a/b, and/or c',
  ])
    it(`keeps what is none: ${message}`, () => expect(withoutServerPaths(message)).to.equal(message));
});
