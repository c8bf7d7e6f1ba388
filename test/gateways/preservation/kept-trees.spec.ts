import { expect } from 'chai';
import { answerOfTree } from '../../../gateways/preservation/workspace/answer-of-tree.js';
import { json } from '../../../gateways/http/route.js';
import { keptTrees, type DepositTrees } from '../../../gateways/preservation/workspace/kept-trees.js';
import { ask, describeFiles, filledDeposit, upload, type OpenedDeposit } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { until } from '../../support/scheduling/until.js';
import { valueOf } from '../../support/value-of.js';

type OpenTree = DepositTrees['open'];

const FILES = { 'objects/a.txt': 'a', 'objects/b.txt': 'b' };
/** These, the METS, and the folders of the template. */
const OBJECTS = 6;

describe('the trees of deposits that are kept', () => {
  const live = liveServices();
  let made: string[] = [];
  beforeEach(() => {
    made = [];
  });

  const trees = (capacity?: number): OpenTree =>
    keptTrees(live.dependencies, {
      onMade: ({ deposit }) => made.push(deposit.depositId),
      ...(capacity === undefined ? {} : { capacity }),
    }).open;
  const idOf = ({ uri }: OpenedDeposit): string => uri.slice(uri.lastIndexOf('/') + 1);
  const rowsOf = async (open: OpenTree, deposit: OpenedDeposit, fresh = false): Promise<number> => {
    const { index } = valueOf(await open(idOf(deposit), { fresh, holder: '' }));
    return index.folder('objects')?.files ?? 0;
  };

  it('are made once for requests at the same time and later', async () => {
    const open = trees();
    const deposit = await filledDeposit(live, FILES);
    expect(await Promise.all([1, 2, 3].map(() => rowsOf(open, deposit)))).to.deep.equal([2, 2, 2]);
    await rowsOf(open, deposit);
    expect(made).to.have.lengthOf(1);
  });

  it('stay after what changes neither the files nor the METS', async () => {
    const open = trees();
    const deposit = await filledDeposit(live, FILES);
    await rowsOf(open, deposit);
    expect((await ask('POST', `${deposit.uri}/lock`)).status).to.equal(204);
    await rowsOf(open, deposit);
    await rowsOf(open, deposit, true);
    expect(made).to.have.lengthOf(1);
  });

  it('are made again after an edit of the METS, and when another file is found', async () => {
    const open = trees();
    const deposit = await filledDeposit(live, FILES);
    await rowsOf(open, deposit);
    await describeFiles(deposit, ['objects/a.txt']);
    await rowsOf(open, deposit);
    expect(made).to.have.lengthOf(2);
    await upload(live, deposit, { 'objects/c.txt': 'c' });
    expect(await rowsOf(open, deposit, true)).to.equal(3);
    expect(made).to.have.lengthOf(3);
  });

  it('are listed again for one request at a time; those that come meanwhile share the next listing', async () => {
    const { bytes } = live.dependencies;
    const deposit = await filledDeposit(live, FILES);
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = 0;
    const list = async function* (...where: Parameters<typeof bytes.list>) {
      begun++;
      await gate;
      yield* bytes.list(...where);
    };
    const { open } = keptTrees({ ...live.dependencies, bytes: { ...bytes, list } }, { onMade: () => undefined });
    const first = rowsOf(open, deposit, true);
    await until('the first is listing', () => begun === 1);
    const others = [1, 2, 3].map(() => rowsOf(open, deposit, true));
    await upload(live, deposit, { 'objects/c.txt': 'c' });
    expect(begun).to.equal(1);
    goOn();
    await first;
    expect(await Promise.all(others)).to.deep.equal([3, 3, 3]);
  });

  it('are found unchanged by a listing alone', async () => {
    const { bytes } = live.dependencies;
    const deposit = await filledDeposit(live, FILES);
    let read = 0;
    const get: typeof bytes.get = (...what) => {
      read++;
      return bytes.get(...what);
    };
    const { open } = keptTrees({ ...live.dependencies, bytes: { ...bytes, get } }, { onMade: () => undefined });
    await rowsOf(open, deposit);
    read = 0;
    expect(await rowsOf(open, deposit, true)).to.equal(2);
    expect(read).to.equal(0);
  });

  it('are made once where the first is listed again while it is made', async () => {
    const open = trees();
    const deposit = await filledDeposit(live, FILES);
    await Promise.all([rowsOf(open, deposit), rowsOf(open, deposit, true), rowsOf(open, deposit)]);
    expect(made).to.have.lengthOf(1);
  });

  it('are told of while they are made, to who prefers that to waiting', async () => {
    const { bytes } = live.dependencies;
    const deposit = await filledDeposit(live, FILES);
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isRead = false;
    const get: typeof bytes.get = async (at, ...how) => {
      if (at.key.endsWith('mets.xml')) {
        isRead = true;
        await gate;
      }
      return bytes.get(at, ...how);
    };
    const kept = keptTrees({ ...live.dependencies, bytes: { ...bytes, get } }, { onMade: () => undefined });
    const asked = (prefer: string, fresh = false) =>
      answerOfTree(
        kept,
        {
          params: { depositId: idOf(deposit) },
          header: () => prefer,
          holder: '',
          inTime: () => new AbortController().signal,
        },
        { fresh },
        (depositId, { index }) => Promise.resolve(json(200, { depositId, size: index.size })),
      );
    const waiting = asked('respond-async, wait=0', true);
    await until('the METS is read', () => isRead);
    await until('all is listed', () => kept.progressOf(idOf(deposit)).listed === OBJECTS);
    expect(await asked('respond-async, wait=0')).to.deep.equal(
      json(
        202,
        { type: 'TreeProgress', listed: OBJECTS, mets: null, compared: 0 },
        { 'Preference-Applied': 'respond-async', 'Retry-After': '0' },
      ),
    );
    const later = asked('respond-async, wait=60');
    goOn();
    expect((await waiting).status).to.equal(200);
    expect(await later).to.deep.equal(await waiting);
    expect(await asked('respond-async, wait=60')).to.deep.equal(await waiting);
  });

  it('are those that were used last, as many as have room', async () => {
    const [one, other, third] = [
      await filledDeposit(live, FILES),
      await filledDeposit(live, FILES),
      await filledDeposit(live, FILES),
    ];
    const size = valueOf(await trees()(idOf(one), { fresh: false, holder: '' })).index.size;
    made = [];
    const open = trees(2 * size);
    for (const deposit of [one, other, one, third, one, other]) await rowsOf(open, deposit);
    expect(made).to.deep.equal([one, other, third, other].map(idOf));
  });

  it('of a METS with another name are kept, too', async () => {
    const open = trees();
    const deposit = await filledDeposit(live, FILES);
    const { text } = await ask('GET', `${deposit.uri}/mets`);
    await live.bytes.put(
      { bucket: live.places.workspaceBucket, key: `${deposit.prefix}my-mets.xml` },
      Buffer.from(text),
    );
    await live.bytes.delete(live.places.workspaceBucket, [`${deposit.prefix}mets.xml`]);
    for (const fresh of [true, false, false]) await rowsOf(open, deposit, fresh);
    expect(made).to.have.lengthOf(1);
  });
});
