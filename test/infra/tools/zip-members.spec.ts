import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { unscannableMember } from '../../../infra/tools/clamav/zip-members.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { zipOf } from '../../support/tools/zip-archive.js';

const MOST_BYTES = 10_000;
const content = Buffer.from('what is in the archive');
const whole = zipOf(content);
const directoryAt = whole.indexOf('PK\x01\x02', 0, 'latin1');
const zip64 = { packedBytes: 0xffffffff, bytes: 0xffffffff };

describe('what ClamAV would not look at in a ZIP archive', () => {
  const folder = temporaryFolder();
  const reasonFor = (bytes: Buffer): Promise<string | null> => {
    const location = join(folder(), 'file');
    writeFileSync(location, bytes);
    const file = openSync(location, 'r');
    return unscannableMember(file, bytes.length, MOST_BYTES).finally(() => closeSync(file));
  };

  const looked: Readonly<Record<string, Buffer>> = {
    'an archive with a compressed member': whole,
    'an archive behind a program that unpacks it': Buffer.concat([Buffer.from('a program'), whole]),
    'a member whose sizes follow its data': zipOf(content, { flags: 8, packedBytes: 0, bytes: 0 }, { flags: 8 }),
    'an empty archive': Buffer.concat([whole.subarray(-22, -18), Buffer.alloc(18)]),
    'an empty file': Buffer.alloc(0),
    'a text that speaks of PK': Buffer.from('PK\x05\x06 and PK\x01\x02, but nothing else in it'),
  };
  for (const [name, bytes] of Object.entries(looked))
    it(`is nothing for ${name}`, async () => expect(await reasonFor(Buffer.from(bytes))).to.equal(null));

  const skipped: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    'a member with its sizes in ZIP64': [zipOf(content, zip64, {}), /member 1 has its size in ZIP64/],
    'one with its packed size in ZIP64': [zipOf(content, { packedBytes: 0xffffffff }), /ZIP64/],
    'an encrypted member': [zipOf(content, { flags: 1 }), /member 1 is encrypted/],
    'a member that LZMA compressed': [zipOf(content, { method: 14 }), /method 14/],
    'a member whose header names another method': [zipOf(content, { method: 99 }, {}), /method 99/],
    'a member whose header has no size': [zipOf(content, { packedBytes: 0 }, {}), /two sizes/],
    'a member elsewhere than the directory says': [zipOf(content, {}, { offset: 5 }), /does not lie where/],
    'a member that is larger than is scanned': [zipOf(Buffer.alloc(MOST_BYTES + 1)), /has 10001 bytes/],
    'an archive without its directory': [whole.subarray(0, directoryAt), /directory cannot be read/],
    'a broken directory': [
      Buffer.concat([whole.subarray(0, directoryAt), Buffer.alloc(47), whole.subarray(-22)]),
      /directory/,
    ],
    'a directory in ZIP64': [Buffer.concat([whole.subarray(0, -12), Buffer.alloc(12, 0xff)]), /ZIP64 archive/],
  };
  for (const [name, [bytes, reason]] of Object.entries(skipped))
    it(`is found for ${name}`, async () => expect(await reasonFor(bytes)).to.match(reason));
});
