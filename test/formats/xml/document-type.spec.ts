import { expect } from 'chai';
import type { XmlFault } from '../../../formats/xml/fault.js';
import { TextGuard } from '../../../formats/xml/text-guard.js';

/** The message of the fault of a text that comes in pieces of some length; null without one. */
const refusalOf = (text: string, length = text.length): string | null => {
  const guard = new TextGuard(10_000_000);
  for (let at = 0; at < text.length; at += length) guard.see(text.slice(at, at + length));
  try {
    guard.end();
    return null;
  } catch (error) {
    return (error as XmlFault).message;
  }
};

const TYPE = 'A document type declaration is not allowed';
const ENTITY = 'An entity declaration is not allowed';

const cases: readonly [text: string, refusal: string | null][] = [
  ['<!-- <!DOCTYPE -->\n<?p <!ENTITY ?>\n<!DOCTYPE a>', `${TYPE} (line 3).`],
  ['<a><![CDATA[<!ENTITY]]></a>', null],
  ['<!--><!DOCTYPE a>-->', null],
  ['<!--->--><!DOCTYPE a>', `${TYPE} (line 1).`],
  ['<!-- ]]> ?> -->\n\n<!ENTITY a>', `${ENTITY} (line 3).`],
  ['<a><!b><!DOC></a><!DOCTYPE', `${TYPE} (line 1).`],
];

describe('looking for declarations of types and entities', () => {
  for (const [text, refusal] of cases)
    it(`finds the first that stands for itself, in pieces of any length: ${JSON.stringify(text)}`, () => {
      for (let length = 1; length <= text.length; length++) expect(refusalOf(text, length)).to.equal(refusal);
    });

  it('does not look again from each of a million beginnings without an end', () => {
    expect(refusalOf(`${'<!-- '.repeat(1_000_000)}<!DOCTYPE a>`)).to.equal(null);
    expect(refusalOf(`${'<![CDATA['.repeat(1_000_000)}<!DOCTYPE a>`, 100_000)).to.equal(null);
  });
});
