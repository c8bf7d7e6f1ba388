import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { VersionFile, VersionPart } from '../../../formats/archive-files/version-entries.js';
import { bagOfVersion } from '../../../formats/bagit/bag-of-version.js';

export const WHOLE: VersionPart = { below: '', stored: false };

/** What is stored of a version whose depositor gave a bag, without names that bagit.py misreads. */
export const FILES = {
  'mets.xml': '<mets/>',
  'metadata/exif/exif_output.txt': 'exif',
  'metadata/ad-hoc/bag/bagit.txt': 'BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n',
  'metadata/ad-hoc/bag/bag-info.txt': 'Contact-Name: Clara\nPayload-Oxum: 1.1\nNote: two\n  lines\n',
  'metadata/ad-hoc/bag/manifest-md5.txt': 'abc  data/a\n',
  'metadata/ad-hoc/bag/tagmanifest-md5.txt': 'abc  bagit.txt\n',
  'metadata/ad-hoc/bag/dc/dublin core.xml': '<dc/>',
  'objects/Brief an Jürgen.txt': 'Lieber Jürgen',
  'objects/line\nend.txt': 'odd',
  'objects/empty': '',
};

/** The files of the bag of a version. */
export const bagOf = async (
  files: Readonly<Record<string, string>>,
  part: VersionPart = WHOLE,
  algorithm: 'sha256' | 'sha512' = 'sha256',
): Promise<Record<string, Buffer>> => {
  const listed = Object.entries(files).map(([stored, content]): VersionFile => ({
    stored,
    size: Buffer.byteLength(content),
    digest: { algorithm, value: createHash(algorithm).update(content).digest('hex') },
    fileDate: null,
  }));
  const entries = await bagOfVersion({
    files: listed,
    part,
    open: ({ stored }) => Readable.from([Buffer.from(files[stored] ?? '')]),
    made: new Date('2026-11-26T14:49:15Z'),
    version: 'letters/1911@v1',
    software: 'Muniment',
  });
  const bag: Record<string, Buffer> = {};
  for (const { path, size, open } of entries) {
    bag[path] = await buffer(open());
    expect(bag[path].length, path).to.equal(size);
  }
  return bag;
};
