import { expect } from 'chai';
import { ask, ended, newContainer, newDeposit, upload, type OpenedDeposit } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { sharedData, textsBelow } from '../../support/shared-data.js';

const ATTRIBUTE = '4a60bf7d4bc1e485744cf7e8d0860524752fca1ce42331be7c439fd23043f151';
const DIGEST = '8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8';

describe('a deposit with the METS of another producer', () => {
  const live = liveServices();

  const depositOf = async (files: Record<string, string>): Promise<OpenedDeposit & { readonly group: string }> => {
    const group = `${await newContainer(live)}/group`;
    const archivalGroup = `${live.preservation}/repository/${group}`;
    const deposit = await newDeposit(live, { archivalGroup, archivalGroupName: 'A group' });
    await upload(live, deposit, files);
    return { ...deposit, group };
  };

  const shownPaths = async (uri: string): Promise<readonly string[]> =>
    [...(await ask('GET', uri)).text.matchAll(/"localPath":"([^"]*)"/g)].flatMap(([, path]) => path ?? []);

  for (const [input, path] of [
    ['mets-href-escaped', 'objects/a b.txt'],
    ['mets-href-dot-slash', 'objects/a.txt'],
    ['mets-checksum-attribute-only', 'objects/a.txt'],
  ] as const) {
    it(`is imported, and its METS describes the file that is there: ${input}`, async () => {
      const deposit = await depositOf(await textsBelow(sharedData('reported', input)));
      const diff = await ask('GET', `${deposit.uri}/importjobs/diff`);
      expect(diff.status, diff.text).to.equal(200);
      const combined = JSON.parse((await ask('GET', `${deposit.uri}/combined`)).text) as {
        directories: { files: { localPath: string; whereabouts: string; misMatches: object[] }[] }[];
      };
      const [file] = combined.directories.flatMap(({ files }) => files);
      expect(file).to.deep.include({ localPath: path, whereabouts: 'Both', misMatches: [] });
      expect(await shownPaths(`${deposit.uri}/parsed-mets`)).to.include(path);

      const submitted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
      expect(submitted.status, submitted.text).to.equal(201);
      expect(await ended(live, submitted.body.id)).to.include({ status: 'completed' });
      const repository = `${live.preservation}/repository/${deposit.group}`;
      expect(await shownPaths(`${repository}?view=parsed-mets`)).to.include(path);
    });
  }

  it('is refused where the METS gives two digests for a file, and the combined view shows both', async () => {
    const deposit = await depositOf(await textsBelow(sharedData('reported', 'mets-checksum-contradicts')));
    const { status, body } = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect([status, body['detail']]).to.deep.equal([
      400,
      `Digests for objects/a.txt are not all the same: its METS has ${DIGEST} in PREMIS and ${ATTRIBUTE} in mets:file/@CHECKSUM.`,
    ]);
    const submitted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    expect(submitted.status).to.equal(400);
    expect((await ask('GET', `${deposit.uri}/combined`)).text).to.include(
      JSON.stringify({
        metadataType: 'DigestMetadata',
        field: 'Digest',
        valueInDeposit: DIGEST,
        valueInMets: `${DIGEST}, ${ATTRIBUTE}`,
      }),
    );
  });
});
