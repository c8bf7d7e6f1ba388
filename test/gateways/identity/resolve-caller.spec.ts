import { expect } from 'chai';
import type { KnownClients } from '../../../gateways/identity/known-clients.js';
import { resolveCaller } from '../../../gateways/identity/resolve-caller.js';

const clients: KnownClients = new Map([
  ['app-digitisation', { name: 'Digitisation', depositBucket: 'digitisation-workspace' }],
  ['app-catalogue', { name: 'Catalogue', depositBucket: null }],
]);

const seen = (claims: Record<string, unknown>, ...headers: string[]) => {
  const { actor, appId, depositBucket } = resolveCaller(claims, headers, clients);
  return [actor?.agent ?? null, actor?.source ?? 'unknown', appId, depositBucket];
};

/** A header's text as Node hands it over: its bytes, one character each. */
const onTheWire = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('who a verified token and a header name', () => {
  describe('a user, when the token says so', () => {
    for (const claim of ['preferred_username', 'upn', 'unique_name']) {
      it(`in ${claim}, its whole value`, () =>
        expect(seen({ [claim]: 'ada@example.org' })).to.deep.equal(['ada@example.org', 'user', null, null]));
    }

    it('by preferred_username before upn before unique_name', () => {
      expect(seen({ unique_name: 'c', upn: 'b', preferred_username: 'a' })[0]).to.equal('a');
      expect(seen({ unique_name: 'c', upn: 'b' })[0]).to.equal('b');
    });

    it('before the client that the user came through, and never with the bucket of that client', () =>
      expect(seen({ upn: 'ada', azp: 'app-digitisation' }, 'other')).to.deep.equal([
        'ada',
        'user',
        'app-digitisation',
        null,
      ]));

    for (const [what, value] of [
      ['empty', ' '],
      ['a number', 7],
      ['a list', ['ada']],
      ['a text with a line end', 'ada\nroot'],
      ['endless', 'a'.repeat(257)],
    ] as const) {
      it(`but not by a claim that is ${what}`, () =>
        expect(seen({ upn: value, azp: 'app-catalogue' })).to.deep.equal([
          'Catalogue',
          'token',
          'app-catalogue',
          null,
        ]));
    }
  });

  describe('a known client', () => {
    for (const claim of ['azp', 'appid']) {
      it(`by the app id in ${claim}, with the bucket of its own, whatever it calls itself`, () =>
        expect(seen({ [claim]: 'app-digitisation' }, 'someone else')).to.deep.equal([
          'Digitisation',
          'token',
          'app-digitisation',
          'digitisation-workspace',
        ]));
    }

    it('by azp before appid', () =>
      expect(seen({ appid: 'app-digitisation', azp: 'app-catalogue' })[0]).to.equal('Catalogue'));

    it('by its app id to the letter', () =>
      expect(seen({ azp: 'APP-digitisation' }, 'someone')).to.deep.equal([
        'someone',
        'header-fallback',
        'APP-digitisation',
        null,
      ]));

    it('never by words that every object knows', () =>
      expect(seen({ azp: 'constructor' }, 'someone')[1]).to.equal('header-fallback'));
  });

  describe('otherwise the name in X-Client-Identity', () => {
    it('as sent, without the white space around it', () =>
      expect(seen({ azp: 'unlisted' }, '  Nightly import  ')).to.deep.equal([
        'Nightly import',
        'header-fallback',
        'unlisted',
        null,
      ]));

    it('also where the token has no app id', () =>
      expect(seen({ sub: 'x' }, 'importer')).to.deep.equal(['importer', 'header-fallback', null, null]));

    it('never with the bucket of the known client of that name', () =>
      expect(seen({ azp: 'unlisted' }, 'Digitisation')[3]).to.equal(null));

    it('read as UTF-8, and as Latin-1 where it is not that', () => {
      expect(seen({}, onTheWire('Bücherei 📚'))[0]).to.equal('Bücherei 📚');
      expect(seen({}, 'B\xfccherei')[0]).to.equal('Bücherei');
    });

    for (const [what, headers] of [
      ['is missing', []],
      ['is blank', ['  ']],
      ['came twice', ['a', 'b']],
      ['holds a control character', ['a\u0007b']],
      ['holds a control character in UTF-8', [onTheWire('a\u0085b')]],
      ['turns the direction of text', [onTheWire('\u202Eecila')]],
      ['holds a character without width', [onTheWire('ali\u200Bce')]],
      ['joins characters that stand side by side anyway', [onTheWire('ali\u2060ce')]],
      ['holds a hyphen that is not shown', ['ali\xadce']],
      ['selects another form of a letter', [onTheWire('a\uFE0Flice')]],
      ['holds a letter that is not shown', [onTheWire('alice\u3164')]],
      ['is longer than 256 characters', ['a'.repeat(257)]],
      ['would be a step in a path', ['..']],
    ] as const) {
      it(`but nobody when it ${what}`, () =>
        expect(seen({ azp: 'unlisted' }, ...headers)).to.deep.equal([null, 'unknown', 'unlisted', null]));
    }
  });
});
