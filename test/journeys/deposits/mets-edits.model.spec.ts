import { expect } from 'chai';
import { stub, type SinonStub } from 'sinon';
import { isStreamed, type PutOptions, type PutResult } from '../../../formats/bytes.js';
import { openValidator } from '../../support/repository/validate-xml.js';
import { openMetsThreads } from '../../../infra/threads/mets-threads.js';
import { preservationSchemas } from '../../formats/mets/schemas.js';
import { ask, etagOf, newDeposit, upload, type OpenedDeposit, type Reply } from '../../gateways/conversation.js';
import { startedServices, type LiveServices } from '../../gateways/live-services.js';
import { randomNumbers } from '../../support/random/random-numbers.js';
import { SEED } from '../../support/random/seed.js';
import { needsSharedData } from '../../support/shared-data.js';
import { atDepth } from '../../support/random/depth.js';
import { readMets } from '../../support/mets-in-bytes.js';

const CLIENTS = 8;
const EDITS = atDepth(60);

const FOLDERS = ['objects', 'objects/a b', 'objects/a b/c', 'metadata/d', 'objects/é#'];
const PATHS = FOLDERS.flatMap((folder) => ['1.txt', '2 &.txt', "3'.txt", '4.txt'].map((name) => `${folder}/${name}`));

/** An edit that was answered with 200, and the files that it said it added or removed. */
interface AcknowledgedEdit {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A METS as it came into the store. */
interface WrittenMets {
  readonly over: string;
  readonly etag: string;
  readonly bytes: Uint8Array;
}

for (const [where, limits] of [
  ['where they are asked for', {}],
  ['in threads', { inlineBytes: 0 }],
] as const)
  describe(`edits of one METS by ${CLIENTS} clients at once, made ${where} (seed ${SEED})`, () => {
    let live: LiveServices;
    let deposit: OpenedDeposit;
    const written: WrittenMets[] = [];
    /** By the ETag that the edit was made on. */
    const acknowledged = new Map<string, AcknowledgedEdit>();
    const refused: Reply[] = [];
    let first = '';

    before(async function () {
      needsSharedData(this, 'xsd');
      live = await startedServices();
      deposit = await newDeposit(live, { template: 'RootLevel' });
      first = await etagOf(deposit);
      const watch = watchPuts(live, `${deposit.prefix}mets.xml`, written);
      const threads = openMetsThreads(limits);
      const work = stub(live.dependencies, 'mets').value(threads.work);
      try {
        await Promise.all(Array.from({ length: CLIENTS }, (_each, index) => client(randomNumbers(SEED + index))));
      } finally {
        watch.restore();
        work.restore();
        await threads.close();
      }
    });

    const client = async (random: () => number): Promise<void> => {
      while (acknowledged.size < EDITS) {
        const paths = PATHS.filter(() => random() < 0.15);
        const etag = await etagOf(deposit);
        const isAdd = random() < 0.6;
        if (isAdd) await upload(live, deposit, Object.fromEntries(paths.map((path) => [path, path])));
        const reply = isAdd ? await add(paths, etag) : await remove(paths, etag);
        if (reply.status !== 200) refused.push(reply);
        else note(etag, isAdd, reply.body['items'] as readonly Item[]);
      }
    };
    const add = (paths: readonly string[], etag: string): Promise<Reply> =>
      ask('POST', `${deposit.uri}/mets`, paths, { 'if-match': etag });
    const remove = (paths: readonly string[], etag: string): Promise<Reply> => {
      const items = paths.map((path) => ({ path, isDir: false }));
      const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items, continueIfFail: paths };
      return ask('POST', `${deposit.uri}/mets/delete`, selection, { 'if-match': etag });
    };
    const note = (etag: string, isAdd: boolean, items: readonly Item[]): void => {
      const files = items.filter(({ isDir }) => !isDir);
      const removed = files.filter(({ where }) => where === 'Both' || where === 'Mets').map(({ path }) => path);
      if (!isAdd && removed.length === 0) return; // nothing was there to remove from the METS
      expect(acknowledged.has(etag), `two edits were made on ${etag}`).to.equal(false);
      acknowledged.set(etag, isAdd ? { added: files.map(({ path }) => path), removed: [] } : { added: [], removed });
    };

    it('are each there, in one order, and nothing else is', () => {
      const over = new Map(written.map((each) => [each.over, each]));
      expect(over.size).to.equal(written.length);
      expect(written.length).to.equal(acknowledged.size);
      const model = new Set<string>();
      let current = first;
      for (let edits = 0; edits < written.length; edits++) {
        const next = over.get(current);
        const edit = acknowledged.get(current);
        if (next === undefined || edit === undefined)
          throw new Error(`the METS with ETag ${current} was never replaced`);
        for (const path of edit.added) model.add(path);
        for (const path of edit.removed) model.delete(path);
        expect([...readMets(next.bytes).filesByPath.keys()].sort()).to.deep.equal([...model].sort());
        current = next.etag;
      }
    });

    it('leave the METS that the last of them wrote', async () => {
      const overs = new Set(written.map(({ over }) => over));
      const last = written.find(({ etag }) => !overs.has(etag));
      const { text, headers } = await ask('GET', `${deposit.uri}/mets`);
      expect(headers.get('etag')).to.equal(last?.etag);
      expect(text).to.equal(Buffer.from(last?.bytes ?? []).toString());
    });

    it('leave it valid, each of them', function () {
      using validator = openValidator(preservationSchemas());
      for (const { bytes } of written) expect(validator.validate(bytes)).to.deep.equal([]);
    });

    it('are refused when another was faster, with the current ETag where it was seen in time', () => {
      for (const { status, body } of refused) {
        if (status === 400) continue; // nothing was asked for
        expect(status).to.equal(409);
        if (body['detail'] === 'Supplied ETag did not match METS') continue;
        expect(body['title']).to.equal('Conflict: ETag does not match deposit METS');
        expect(written.map(({ etag }) => etag)).to.include(body['detail']);
      }
    });
  });

interface Item {
  readonly path: string;
  readonly isDir: boolean;
  readonly where: string;
}

/** Notes what is put at a key over what, in the order in which the store took it. */
const watchPuts = ({ bytes }: LiveServices, key: string, written: WrittenMets[]): SinonStub => {
  const watch = stub(bytes, 'put').callsFake(async (at, body, options: PutOptions = {}): Promise<PutResult> => {
    const stored = await watch.wrappedMethod.call(bytes, at, body, options);
    const { onlyIf } = options;
    if (at.key === key && !isStreamed(body) && typeof onlyIf === 'object')
      written.push({ over: onlyIf.etag, etag: stored.etag, bytes: Buffer.from(body) });
    return stored;
  });
  return watch;
};
