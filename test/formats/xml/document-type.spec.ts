import { documentTypeAt } from '../../../formats/xml/guard.js';
import { expect } from 'chai';

describe('looking for declarations of types and entities', () => {
  it('finds the first that stands for itself', () => {
    expect(documentTypeAt('<!-- <!DOCTYPE --><?p <!ENTITY ?> <!DOCTYPE a>')).to.equal(34);
    expect(documentTypeAt('<a><![CDATA[<!ENTITY]]></a>')).to.equal(-1);
  });

  it('does not end a comment where it begins, nor anywhere but at its own end', () => {
    expect(documentTypeAt('<!--><!DOCTYPE a>-->')).to.equal(-1);
    expect(documentTypeAt('<!--->--><!DOCTYPE a>')).to.equal(9);
    expect(documentTypeAt('<!-- ]]> ?> --><!DOCTYPE a>')).to.equal(15);
  });

  it('does not look again from each of a million beginnings without an end', () => {
    expect(documentTypeAt(`${'<!-- '.repeat(1_000_000)}<!DOCTYPE a>`)).to.equal(-1);
    expect(documentTypeAt(`${'<![CDATA['.repeat(1_000_000)}<!DOCTYPE a>`)).to.equal(-1);
  });
});
