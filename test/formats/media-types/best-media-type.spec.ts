import { expect } from 'chai';
import { bestMediaType, specificMediaTypes } from '../../../formats/media-types/best-media-type.js';

const OCTETS = 'application/octet-stream';

describe('the best media type', () => {
  for (const [types, best] of [
    [[], null],
    [[null, ''], null],
    [[OCTETS], OCTETS],
    [['image/jpeg', OCTETS, 'image/jpeg'], 'image/jpeg'],
    [[OCTETS, 'binary/octet-stream'], 'binary/octet-stream'],
    [['application/x-www-form-urlencoded', 'binary/octet-stream'], 'application/x-www-form-urlencoded'],
    [['audio/wav', 'audio/x-wav'], 'audio/wav'],
    [['audio/x-wav', 'audio/wav', OCTETS], 'audio/x-wav'],
    [['application/vnd.ms-powerpoint', 'application/vnd.ms-PowerPoint'], 'application/vnd.ms-powerpoint'],
    [['image/heif', 'image/heic'], 'image/heic'],
    [['image/x-raw', 'image/wav'], null],
    [['application/pdf', 'image/tiff'], 'image/tiff'],
    [['application/mp4', 'video/mp4'], 'video/mp4'],
    [['application/ogg', 'audio/ogg'], 'audio/ogg'],
    [['application/rtf', 'text/rtf'], 'text/rtf'],
    [['application/rss+xml', 'text/xml'], 'application/xml'],
    [['application/rtf', 'application/msword'], 'application/rtf'],
    [['application/pdf', 'text/plain', 'image/tiff'], 'image/tiff'],
    [['application/pdf', 'application/rdf', 'image/tiff'], null],
    [['application/pdf', 'text/plain', 'text/rtf'], null],
    [['text/xml', 'text/plain'], null],
    [['image/png', 'image/jpeg'], null],
    [['application/pdf', 'image/png', 'image/jpeg'], null],
    [['application/msword', 'application/pdf'], null],
  ] as const) {
    it(`of ${types.join(' and ') || 'nothing'} is ${best ?? 'none'}`, () =>
      expect(bestMediaType(types)).to.equal(best));
  }
});

describe('types in several spellings', () => {
  it('are one, in the spelling that comes first', () =>
    expect(specificMediaTypes(['audio/x-wav', 'Audio/WAV', 'audio/wav'])).to.deep.equal(['audio/x-wav']));
});

describe('types that say nothing', () => {
  it('give way to those that do, and the last of them stays', () => {
    expect(specificMediaTypes([OCTETS, 'a/b', 'c/d'])).to.deep.equal(['a/b', 'c/d']);
    expect(specificMediaTypes([OCTETS, 'binary/octet-stream'])).to.deep.equal(['binary/octet-stream']);
  });
});
