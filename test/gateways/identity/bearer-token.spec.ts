import { bearerToken } from '../../../gateways/identity/token-identity.js';
import { expect } from 'chai';

describe('the Authorization header', () => {
  for (const value of ['Bearer a.b-c_d', 'bearer a.b-c_d', 'BEARER a.b-c_d', 'Bearer   a.b-c_d  ']) {
    it(`holds a token in '${value}'`, () => expect(bearerToken([value])).to.deep.equal({ token: 'a.b-c_d' }));
  }

  for (const values of [[], [''], ['Basic dXNlcjpwYXNz'], ['Digest x'], ['a.b.c'], ['Bearera.b.c']]) {
    it(`holds none in ${JSON.stringify(values)}`, () => expect(bearerToken(values)).to.have.property('absent'));
  }

  for (const values of [
    ['Bearer'],
    ['Bearer '],
    ['Bearer a b'],
    ['Bearer a,b'],
    ['Bearer é'],
    ['Bearer a', 'Bearer b'],
  ]) {
    it(`is malformed in ${JSON.stringify(values)}`, () => expect(bearerToken(values)).to.have.property('invalid'));
  }
});
