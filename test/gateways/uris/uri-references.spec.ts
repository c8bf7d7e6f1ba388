import { expect } from 'chai';
import { archivalGroupPathOf, namesDeposit, pathOfUri } from '../../../gateways/uris/uri-references.js';

describe('a reference to a resource of the platform', () => {
  for (const before of ['', 'http://localhost:8080', 'https://public.example/preserve', 'https://x.org/a/b/c']) {
    it(`is known by its path after '${before}'`, () => {
      expect(archivalGroupPathOf(`${before}/repository/letters/1911`)).to.equal('letters/1911');
      expect(pathOfUri(`${before}/Repository/letters/a%20b/repository/c/`)).to.equal('letters/a b/repository/c');
      expect(namesDeposit(`${before}/Deposits/d1/`, 'd1')).to.equal(true);
      expect(namesDeposit(`${before}/deposits/d1/importjobs`, 'd1')).to.equal(false);
      expect(namesDeposit(`${before}/deposits/d2`, 'd1')).to.equal(false);
    });
  }

  it('may be the path below the root alone', () => {
    expect(archivalGroupPathOf('letters/1911')).to.equal('letters/1911');
    expect(pathOfUri('letters/1911')).to.equal('letters/1911');
  });

  const refused = (uri: string) => expect(() => archivalGroupPathOf(uri), uri).to.throw();

  it('is none where the path only begins like the root', () => {
    for (const uri of ['/repositoryfoo', 'http://x/repositoryfoo', 'http://x/repositoryfoo/a']) {
      refused(uri).with.property('code', 'path-invalid');
    }
    expect(pathOfUri('/repositoryfoo')).to.equal('repositoryfoo');
  });

  it('is none where a URI leads elsewhere, and says what to give', () => {
    for (const uri of ['https://elsewhere.example/letters/1911', 'http://x/?y=/repository/a', 's3://bucket/letters'])
      for (const read of [archivalGroupPathOf, pathOfUri])
        expect(() => read(uri))
          .to.throw()
          .with.property(
            'message',
            `'${uri}' is not in the repository: the path of such a URI begins with /repository/. Give that URI, or the path alone.`,
          );
  });

  it('is none where its path is too long, which is said once', () => {
    for (const path of ['a/'.repeat(30_000), '/'.repeat(30_000), 'é'.repeat(5_000)]) {
      for (const uri of [`http://x/repository/${path}`, path])
        expect(() => pathOfUri(uri))
          .to.throw()
          .with.property('code', 'path-too-long');
    }
    refused(`http://x/repository/${'a/'.repeat(30_000)}`)
      .with.property('message')
      .that.has.length.below(200);
  });

  it('is none where it is no URI, or has the words behind its path', () => {
    for (const uri of ['http://[bad/repository/x', 'http://a b/repository/x', 'http://x:y/repository/x']) {
      refused(uri).with.property('message', `'${uri}' is not a URI.`);
      expect(() => pathOfUri(uri))
        .to.throw()
        .with.property('code', 'path-invalid');
    }
    expect(() => namesDeposit('http://[bad/deposits/d1', 'd1'))
      .to.throw()
      .with.property('code', 'path-invalid');
    refused('http:///repository/a');
  });

  for (const segment of ['%E9', 'a%2fb', '%00', '..', '.', '%zz', 'a b', '']) {
    it(`cannot name a group with the segment '${segment}', and says so as for any other`, () =>
      refused(`http://x/repository/letters/${segment}/1911`)
        .with.property('message')
        .that.contains(`Archive path 'letters/${segment}/1911' contains invalid characters. `));
  }
});
