import { expect } from 'chai';
import fc from 'fast-check';
import { fileNameViolation, slugsViolation, typedSlug } from '../../../clients/api/repository-path.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';
import { atDepth } from '../../support/random/depth.js';

const TOKEN = '-_-percent-23-_-';

describe("a client's rules for names and paths", () => {
  it('refuse a file name that is no segment of a path, or that XML cannot hold', () => {
    expect(fileNameViolation('page #1 (é) 💌.tif')).to.equal(null);
    expect(fileNameViolation('..')).to.equal("'..' is not allowed as a path segment.");
    expect(fileNameViolation(`a${TOKEN}`)).to.match(/ holds the reserved text /);
    expect(fileNameViolation('a\u0007')).to.equal('the character U+0007 is not allowed in XML');
    expect(fileNameViolation('\ud83d')).to.match(/ is not well-formed Unicode\.$/);
  });

  it('make a slug of what is typed, and leave an escape that is typed what it is', () => {
    expect(typedSlug('letters 1911 (é)')).to.equal('letters%201911%20(%C3%A9)');
    expect(typedSlug('100%')).to.equal('100%25');
    expect(typedSlug('a%20b')).to.equal('a%20b');
    const pieces = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('%2F', '%00', '%FF', '%C3%BC', '%', '..', '#', "'", '\ud83d', '\u{1f48c}', TOKEN, ' '),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 3 }), (some) => {
        const slug = typedSlug(some.join('').toWellFormed());
        expect(slug).to.match(/^([0-9A-Za-z().\-_~]|%[0-9A-Fa-f]{2})*$/);
        expect(typedSlug(slug)).to.equal(slug);
      }),
      { numRuns: atDepth(2_000) },
    );
  });

  it('refuse slugs as a service does', () => {
    expect(slugsViolation(['letters', '1911', 'b%C3%BC'])).to.equal(null);
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [['a', ''], /^Invalid slug: ''; a slug has 1 to 2000 characters\.$/],
      [['a b'], /^Invalid slug: a b; .* Spaces are not allowed\.$/],
      [['a%2Fb'], / holds a slash inside a path segment\.$/],
      [['%2e%2E'], / is not allowed as a path segment\.$/],
      [['%FF'], / is not a valid percent-escaped UTF-8 path segment\.$/],
      [['repository', 'a'], /^Invalid slug: repository; it is reserved at the top of the repository\.$/],
      [Array.from({ length: 257 }, () => 'a'), / is too long: /],
    ];
    for (const [slugs, said] of refused) expect(slugsViolation(slugs)).to.match(said);
    expect(slugsViolation(['a', 'repository'])).to.equal(null);
  });

  it('take a path as long as the description of the service says, and no longer', () => {
    const parameter = readOpenApi('preservation').components['parameters']?.['RepositoryPath'];
    const { maxLength } = (parameter as { schema: { maxLength: number } }).schema;
    const path = (length: number): string[] => [1_500, 1_500, length - 3_002].map((each) => 'a'.repeat(each));
    expect(path(maxLength).join('/')).to.have.length(maxLength);
    expect(slugsViolation(path(maxLength))).to.equal(null);
    expect(slugsViolation(path(maxLength + 1))).to.match(/ is too long: /);
  });
});
