import { expect } from 'chai';
import { isNotModified } from '../../../../gateways/http/request/conditional-read.js';

const etag = '"a1"';
const lastModified = new Date('2026-11-20T08:49:37.635Z');
const SAME = 'Fri, 20 Nov 2026 08:49:37 GMT';
const EARLIER = 'Fri, 20 Nov 2026 08:49:36 GMT';
const LATER = 'Fri, 20 Nov 2026 08:49:38 GMT';

type GivenHeaders = Readonly<Record<string, string>>;
const given = (headers: GivenHeaders) => (name: string) => headers[name];

describe('a conditional read', () => {
  const cases: readonly [headers: GivenHeaders, notModified: boolean][] = [
    [{}, false],
    [{ 'if-none-match': '"a1"' }, true],
    [{ 'if-none-match': 'W/"a1"' }, true],
    [{ 'if-none-match': '"b2", W/"c3" ,"a1"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"b2"' }, false],
    [{ 'if-none-match': 'a1' }, false],
    [{ 'if-none-match': '"A1"' }, false],
    [{ 'if-none-match': '' }, false],
    [{ 'if-modified-since': SAME }, true],
    [{ 'if-modified-since': LATER }, true],
    [{ 'if-modified-since': EARLIER }, false],
    [{ 'if-modified-since': 'Friday, 20-Nov-26 08:49:37 GMT' }, true],
    [{ 'if-modified-since': 'Fri Nov 20 08:49:37 2026' }, true],
    [{ 'if-modified-since': 'Fri Nov 20 08:49:36 2026' }, false],
    [{ 'if-modified-since': '2026-11-20T08:49:37Z' }, false],
    [{ 'if-modified-since': 'Fri, 20 Nov 2026 08:49:37' }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    [{ 'if-none-match': '"b2"', 'if-modified-since': LATER }, false],
    [{ 'if-none-match': '"a1"', 'if-modified-since': EARLIER }, true],
    [{ 'if-match': '"b2"', 'if-unmodified-since': EARLIER }, false],
  ];
  for (const [headers, notModified] of cases) {
    it(`with ${JSON.stringify(headers)} ${notModified ? 'needs no bytes' : 'gets the bytes'}`, () => {
      expect(isNotModified(given(headers), { etag, lastModified })).to.equal(notModified);
    });
  }

  it('gets the bytes where it is not known when they were modified', () => {
    expect(isNotModified(given({ 'if-modified-since': LATER }), { etag, lastModified: null })).to.equal(false);
  });
});
