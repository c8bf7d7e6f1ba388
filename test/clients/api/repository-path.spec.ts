import { expect } from 'chai';
import fc from 'fast-check';
import {
  escapePath,
  fileNameViolation,
  readPath,
  slugsViolation,
  typedSlug,
} from '../../../clients/api/repository-path.js';
import { reservedNameRefusal } from '../../../commands/processes/containers/create-container.js';
import * as platform from '../../../formats/paths/repository-path.js';
import { xmlTextViolation } from '../../../formats/xml/characters.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';
import { atDepth } from '../../support/depth.js';

const TOKEN = '-_-percent-23-_-';

/** Names of every kind, and more often than chance would have it those that a rule is about. */
const pieces = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(...Array.from('aZ09._-()~!*\'"%#/\\ \0\u0007\ud83d')), maxLength: 6 }),
  fc.constantFrom('%2F', '%2e', '%00', '%FF', '%C3%BC', '%', '..', '.', 'repository', '\ufffe', '\uffff', '\u{1f48c}'),
  fc.constantFrom(TOKEN, TOKEN.replace('-23', '%2D23'), '%2D_-percent-23-_-', 'e\u0301', ' '),
  fc.integer({ min: 660, max: 2_010 }).map((length) => 'a'.repeat(length)),
);
const name = fc.array(pieces, { maxLength: 3 }).map((some) => some.join(''));
const names = fc.oneof(
  fc.array(name, { minLength: 1, maxLength: 4 }),
  fc.tuple(fc.constant('repository'), name),
  fc
    .tuple(fc.integer({ min: 250, max: 260 }), fc.integer({ min: 1, max: 20 }))
    .map(([count, length]) => Array.from({ length: count }, () => 'b'.repeat(length))),
);
const RUNS = { numRuns: atDepth(2_000) };

/** What a service says of slugs as the path of something new. */
const platformSays = (slugs: readonly string[]): string | null => {
  const fault = slugs.map(platform.slugViolation).find((each) => each !== null);
  if (fault !== undefined) return fault;
  try {
    return reservedNameRefusal(platform.parsePath(slugs.join('/')))?.detail ?? null;
  } catch (error) {
    if (error instanceof platform.PathFault) return error.message;
    throw error;
  }
};

describe("a client's rules for names and paths", () => {
  it('say of a file name what the platform says', () => {
    fc.assert(
      fc.property(name, (each) => {
        expect(fileNameViolation(each)).to.equal(platform.nameViolation(each) ?? xmlTextViolation(each));
      }),
      RUNS,
    );
  });

  it('make a slug of what is typed, and leave an escape that is typed what it is', () => {
    expect(typedSlug('letters 1911 (é)')).to.equal('letters%201911%20(%C3%A9)');
    expect(typedSlug('100%')).to.equal('100%25');
    expect(typedSlug('a%20b')).to.equal('a%20b');
    fc.assert(
      fc.property(name, (each) => {
        const slug = typedSlug(each.toWellFormed());
        expect(slug).to.match(/^([0-9A-Za-z().\-_~]|%[0-9A-Fa-f]{2})*$/);
        expect(typedSlug(slug)).to.equal(slug);
      }),
      RUNS,
    );
  });

  it('refuse the same slugs in the same words, typed or escaped', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(names, fc.boolean(), (some, isTyped) => {
        const slugs = isTyped ? some.map((each) => typedSlug(each.toWellFormed())) : some;
        const fault = slugsViolation(slugs);
        seen.add(fault === null);
        expect(fault).to.equal(platformSays(slugs));
      }),
      RUNS,
    );
    expect(seen, 'taken and refused').to.have.length(2);
  });

  it('write a path as the platform does, and read what the platform writes', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (some) => {
        const fit = some.filter((each) => platform.nameViolation(each) === null);
        const path = fit.join('/');
        expect(escapePath(path)).to.equal(platform.escapePath(path));
        expect(readPath(`/${platform.escapePath(path)}`)).to.equal(path);
      }),
      RUNS,
    );
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
