import { expect } from 'chai';
import { entityTag, notModified } from '../../../../gateways/http/answer/conditional.js';
import { isNotModified } from '../../../../gateways/http/request/conditional-read.js';

describe('an entity tag', () => {
  it('is quoted, and the same for the same parts only', () => {
    const tags = [entityTag('a', 1), entityTag('a', 2), entityTag('a1'), entityTag('a', '1'), entityTag('a', true)];
    for (const tag of tags) expect(tag).to.match(/^"[\w-]{22}"$/);
    expect(new Set(tags).size).to.equal(tags.length);
    expect(entityTag('a', 1)).to.equal(tags[0]);
  });

  const own = entityTag('own');
  const rows: readonly (readonly [string | undefined, boolean])[] = [
    [undefined, false],
    ['', false],
    ['*', true],
    [' * ', true],
    [own, true],
    [`W/${own}`, true],
    [`"one", ${own}`, true],
    [`"one",W/${own}, "two"`, true],
    ['"one", "two"', false],
    [own.replaceAll('"', ''), false],
    [`"*"`, false],
  ];
  for (const [header, isNamed] of rows)
    it(`is ${isNamed ? '' : 'not '}named by ${header ?? 'no header'}`.replace(own, 'its text'), () =>
      expect(isNotModified(() => header, { etag: own, lastModified: null })).to.equal(isNamed),
    );

  it('comes with the answer that nothing has changed', () =>
    expect(notModified({ ETag: own })).to.deep.equal({ status: 304, headers: { ETag: own } }));
});
