import { expect } from 'chai';
import { described } from '../../../../clients/command-line/deposit/upload-files.js';
import { fileModified } from '../../../../formats/file-modified.js';

describe('the time of a local file', () => {
  for (const time of [
    '2023-11-14T22:13:20.250Z',
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T22:59:59.500Z',
    '1901-12-13T20:45:52.000Z',
  ])
    it(`goes with its upload, and is known from it: ${time}`, () => {
      const file = { path: 'a.txt', location: '/a.txt', size: 1, modifiedMs: new Date(time).getTime() };
      expect(fileModified({ metadata: described(file).metadata })?.toISOString()).to.equal(time);
    });
});
