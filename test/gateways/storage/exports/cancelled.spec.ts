import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { workspaceAt } from '../../../../commands/export-content/destination.js';
import { steerJob } from '../../../../commands/steering/steer-job.js';
import { timestampOf } from '../../../../events/time.js';
import { ask, newGroup } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { valueOf } from '../../../support/value-of.js';
import { requestExport } from './request-export.js';

describe('an export that an agent cancels', () => {
  const live = liveServices();
  afterEach(() => live.exports.letGo());

  const cancel = async (exportUri: string, { path }: { readonly path: string }): Promise<void> => {
    const commandId = randomUUID();
    const intent = {
      commandId,
      correlationId: commandId,
      actor: { agent: 'Ona Rask', source: 'user', appId: null } as const,
      at: timestampOf(new Date()),
    };
    const job = { kind: 'export', jobId: exportUri.slice(-12), archivalGroup: path } as const;
    valueOf(await steerJob(live.dependencies, intent, job, 'cancel'));
  };

  it('has finished with that error, and no file', async () => {
    const group = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    const { id } = (await requestExport(live, group.path)).body;
    await cancel(id, group);
    const { body } = await ask('GET', id);
    expect(body['dateFinished']).to.be.a('string');
    expect(body).to.deep.include({
      dateBegun: null,
      files: [],
      errors: [{ id: `${id}#error`, message: 'Cancelled by Ona Rask.' }],
    });
    live.exports.letGo();
    await live.settle();
    expect((await ask('GET', id)).body).to.deep.equal(body);
  });

  it('makes room for another export of the group at once', async () => {
    const group = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    await cancel((await requestExport(live, group.path)).body.id, group);
    live.exports.letGo();
    const { id } = (await requestExport(live, group.path)).body;
    await live.settle();
    expect((await ask('GET', id)).body).to.deep.include({ errors: [] });
  });

  it('leaves a deposit that stays exporting, says so, and can be deleted', async () => {
    const group = await newGroup({ 'objects/a.txt': 'a' });
    const archivalGroup = `${live.preservation}/repository/${group.path}`;
    live.exports.hold();
    const { body } = await ask('POST', `${live.preservation}/deposits/export`, { archivalGroup });
    const prefix = `deposits/${body.id.slice(-12)}/`;
    const deposit = await workspaceAt(live.dependencies.events, { bucket: live.places.workspaceBucket, prefix });
    const exportId = deposit!.exported!.exportId;
    await cancel(exportId, group);
    const shown = (await ask('GET', body.id)).body;
    expect(shown).to.deep.include({
      status: 'exporting',
      warnings: [
        `Ona Rask cancelled the export of v1: see ${live.storage}/export/${exportId}. Files are missing; delete this deposit.`,
      ],
    });
    expect((await ask('DELETE', body.id)).status).to.equal(204);
    live.exports.letGo();
    await live.settle();
    expect((await ask('POST', `${live.preservation}/deposits`, { archivalGroup })).status).to.equal(201);
  });
});
