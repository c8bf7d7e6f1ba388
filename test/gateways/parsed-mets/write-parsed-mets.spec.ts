import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import { jsonText } from '../../../gateways/http/answer/json-text.js';
import { parsedMets, type MetsShape } from '../../../gateways/parsed-mets/parsed-mets.js';
import { writeParsedMets, type WrittenMets } from '../../../gateways/parsed-mets/write-parsed-mets.js';
import { inPieces } from '../../support/mets-in-bytes.js';
import { valueOf } from '../../support/value-of.js';

const now = new Date('2026-11-21T10:00:00Z');
const around = {
  rootUri: 's3://b/',
  metsUri: 's3://b/mets.xml',
  etag: null,
  self: { localPath: 'mets.xml' },
  modified: '2026-01-01T00:00:00Z',
};
const order = { agents: defaultAgents, shape: { kind: 'parsed-mets', around } satisfies MetsShape };
const mets = (): Buffer => createMets({ title: 'T', agent: 'Muniment', now });

describe('a METS that is written as JSON', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-written-'));
  });
  after(() => rm(folder, { recursive: true }));

  const path = (): string => join(folder, 'answer');
  const write = async (bytes: Uint8Array, flags: 'w' | 'r+' = 'w'): Promise<WrittenMets> => {
    const file = await open(path(), flags);
    try {
      return await writeParsedMets(inPieces(bytes), { ...order, fd: file.fd });
    } finally {
      await file.close();
    }
  };

  it('says what it says where it is answered at once', async () => {
    const expected = [...jsonText(valueOf(await parsedMets(inPieces(mets()), order)))].join('');
    expect(valueOf(await write(mets())).size).to.equal(Buffer.byteLength(expected));
    expect(await readFile(path(), 'utf8')).to.equal(expected);
  });

  it('is written over what a file has', async () => {
    const { size } = valueOf(await write(mets()));
    const written = await readFile(path());
    await writeFile(path(), 'x'.repeat(size + 1));
    await write(mets(), 'r+');
    expect((await readFile(path())).equals(Buffer.concat([written, Buffer.from('x')]))).to.equal(true);
  });
});
