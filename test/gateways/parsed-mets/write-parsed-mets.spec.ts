import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import { jsonText } from '../../../gateways/http/answer/json-text.js';
import { parsedMets, type MetsShape } from '../../../gateways/parsed-mets/parsed-mets.js';
import { writeParsedMets, type WrittenMets } from '../../../gateways/parsed-mets/write-parsed-mets.js';
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
/** Bytes that fill their memory, as they come from a store. */
const whole = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

describe('a METS that is written as JSON', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-written-'));
  });
  after(() => rm(folder, { recursive: true }));

  const path = (): string => join(folder, 'answer');
  const write = async (bytes: Uint8Array): Promise<WrittenMets> => {
    const file = await open(path(), 'w');
    try {
      return writeParsedMets({ ...order, bytes, fd: file.fd });
    } finally {
      await file.close();
    }
  };

  it('says what it says where it is answered at once', async () => {
    const expected = [...jsonText(valueOf(parsedMets(mets(), order)))].join('');
    expect(valueOf(await write(whole(mets()))).size).to.equal(Buffer.byteLength(expected));
    expect(await readFile(path(), 'utf8')).to.equal(expected);
  });

  it('gives its memory back', async () => {
    const bytes = whole(mets());
    await write(bytes);
    expect(bytes.buffer.byteLength).to.equal(0);
  });

  it('leaves memory alone that holds more than it', async () => {
    const bytes = mets();
    const around = Buffer.concat([bytes, Buffer.from('\n')]);
    await write(around.subarray(0, bytes.length));
    expect(around.subarray(0, bytes.length).equals(bytes)).to.equal(true);
  });
});
