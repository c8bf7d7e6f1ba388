import { expect } from 'chai';
import { allowsOriginOf } from '../../../../infra/compose/serving/page-origins.js';

const settings = { origins: [], baseUrls: { preservation: null, storage: null }, host: '127.0.0.1', servedHosts: [] };
const listening = 'http://127.0.0.1:8080';

describe('pages that may call the S3 endpoint', () => {
  const rows: readonly (readonly [
    origin: string,
    allowed: boolean,
    given: Partial<Parameters<typeof allowsOriginOf>[0]>,
  ])[] = [
    ['http://127.0.0.1:8080', true, {}],
    ['http://localhost:8080', true, {}],
    ['http://[::1]:8080', true, {}],
    ['http://localhost:8081', false, {}],
    ['https://localhost:8080', false, {}],
    ['http://localhost.example:8080', false, {}],
    ['null', false, {}],
    ['http://archive.example:8080', false, {}],
    ['http://archive.example:8080', true, { servedHosts: ['archive.example'] }],
    ['http://192.0.2.1:8080', true, { host: '192.0.2.1' }],
    ['https://archive.example', true, { baseUrls: { preservation: 'https://archive.example/pres', storage: null } }],
    ['https://desk.example', true, { origins: ['https://desk.example'] }],
    ['https://other.example', false, { origins: ['https://desk.example'] }],
    ['null', true, { origins: ['*'] }],
  ];
  for (const [origin, allowed, given] of rows)
    it(`are ${allowed ? '' : 'not '}those of ${origin}${Object.keys(given).length === 0 ? '' : ` with ${JSON.stringify(given)}`}`, () => {
      expect(allowsOriginOf({ ...settings, ...given }, listening)(origin)).to.equal(allowed);
    });

  it('are none of this computer where another process has the service', () => {
    expect(allowsOriginOf(settings, null)('http://127.0.0.1:8080')).to.equal(false);
  });
});
