import { expect } from 'chai';
import { startProcess } from '../../../../infra/compose/platform/start-process.js';
import { callOn } from '../../../support/http/call-on.js';
import { startEventStoreDb } from '../../../support/eventstoredb/server.js';
import { ownConfig } from '../../../support/platform/own-config.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { until } from '../../../support/scheduling/until.js';

describe('a process with services that is told to end', () => {
  const data = temporaryFolder();

  it('is not ready any more and goes on answering, until those who look at that have left it', async () => {
    const eventStore = await startEventStoreDb();
    const own = { MUNIMENT_EVENTSTORE_URL: eventStore.url, MUNIMENT_DRAIN_SECONDS: '1' };
    const platform = await startProcess(ownConfig(data(), own));
    const { preservation, operations } = platform.ready;
    const call = callOn(preservation ?? '');
    const isReady = async (): Promise<boolean> => (await fetch(`${operations}/ready`)).ok;
    await until('it is ready', isReady);
    const before = await call('PUT', '/repository/before');
    expect(before.status).to.equal(201);
    expect(before.headers.get('connection')).to.equal('keep-alive');

    const stopped = platform.stop();
    expect(await isReady()).to.equal(false);
    const meanwhile = await call('PUT', '/repository/meanwhile');
    expect(meanwhile.status).to.equal(201);
    expect(meanwhile.headers.get('connection'), 'so that the next request goes elsewhere').to.equal('close');

    await stopped;
    expect(await fetch(`${preservation}/whoami`).catch(() => 'nobody')).to.equal('nobody');
    await eventStore.stop();
  });

  it('tells a request to come again that does not get its answer in time', async () => {
    let asked = false;
    const isOfContainer = (stream: string): boolean => stream.startsWith('container-');
    const platform = await startProcess(ownConfig(data()), {
      ports: (ports) => ({
        ...ports,
        events: {
          ...ports.events,
          append: (stream, ...rest) => {
            if (!isOfContainer(stream)) return ports.events.append(stream, ...rest);
            asked = true;
            return new Promise(() => undefined);
          },
        },
      }),
    });
    const reply = callOn(platform.ready.preservation ?? '')('PUT', '/repository/slow');
    await until('the request is under way', () => asked);
    await platform.stop();
    expect((await reply).status).to.equal(503);
    expect((await reply).headers.get('retry-after')).to.match(/^\d+$/);
  });
});
