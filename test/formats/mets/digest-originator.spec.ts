import { expect } from 'chai';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { digest, fileIn, fresh, now } from './editing/editing.js';

const other = 'a'.repeat(64);
const path = 'objects/film.mkv';

const originatorsIn = (bytes: Uint8Array): string[] =>
  [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/<premis:messageDigestOriginator>([^<]*)</g),
  ].map(([, who = '']) => who);

describe('a digest in a METS that the platform itself computed', () => {
  const computed = (): Uint8Array => {
    const editor = fresh();
    editor.addFile({ path, digest, digestComputed: true, size: 3 });
    return editor.toBytes(now);
  };

  it('names the platform as its originator, and a digest of others names none', () => {
    expect(originatorsIn(computed())).to.deep.equal(['Muniment']);
    expect(fileIn(computed(), path)).to.include({ digest, size: 3 });
    const editor = fresh();
    editor.addFile({ path, digest });
    expect(originatorsIn(editor.toBytes(now))).to.deep.equal([]);
  });

  it('keeps its originator until somebody else gives a digest', () => {
    const editor = openMets(computed());
    editor.addFile({ path, contentType: 'video/x-matroska' });
    expect(originatorsIn(editor.toBytes(now))).to.deep.equal(['Muniment']);
    editor.addFile({ path, digest });
    expect(originatorsIn(editor.toBytes(now))).to.deep.equal([]);
  });

  it('takes the place of an older one, originator and all', () => {
    const editor = fresh();
    editor.addFile({ path, digest: other });
    editor.addFile({ path, digest, digestComputed: true });
    expect(originatorsIn(editor.toBytes(now))).to.deep.equal(['Muniment']);
    expect(fileIn(editor.toBytes(now), path)).to.include({ digest });
  });
});
