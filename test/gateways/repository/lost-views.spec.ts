import { expect } from 'chai';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { archiveServing } from '../../../gateways/http/answer/archive-serving.js';
import { groupReader } from '../../../gateways/group-content/group-reader.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { createPreservationApp } from '../../../gateways/preservation/preservation-app.js';
import { freshness } from '../../../projections/freshness.js';
import {
  openProjectors,
  openReadModels,
  type ReadModelProjectors,
  type ReadModels,
} from '../../../projections/read-models.js';
import { freshRepository } from '../../../projections/repository/fresh-repository.js';
import { intentOf } from '../../support/command-bench.js';
import { losableDocuments, type LosableDocuments } from '../../support/faults/losable-documents.js';
import { until } from '../../support/scheduling/until.js';
import { openRepository, type Repository } from '../../workers/support/repository.js';
import { ask, names } from '../conversation.js';
import { memoryLog, serve, type Service } from '../service.js';
import { noSearch } from '../../support/search/no-search.js';
import { PLAIN_PLATFORM } from '../../support/platform/plain-platform.js';
import { alone } from '../../support/alone.js';

describe('the repository while the read models are lost', () => {
  const closing: (() => unknown)[] = [];
  let repository: Repository;
  let lost: LosableDocuments;
  let views: ReadModels;
  let service: Service;

  before(async () => {
    repository = await openRepository();
    const { dependencies, events } = repository;
    lost = losableDocuments();
    views = openReadModels(lost.documents);
    const fresh = freshness({
      head: () => events.head(),
      reached: (position, timeoutMs) => views.reached(position, timeoutMs),
      position: views.repositoryPosition,
      writeWaitMs: 60_000, // whatever was once fresh is believed for all of the test
    });
    const believed = freshRepository({ view: views.repository, position: views.repositoryPosition, events, fresh });
    service = await serve(
      createPreservationApp({
        platform: PLAIN_PLATFORM,
        ...noSearch,
        dependencies,
        instance: 'an-instance',
        views: { ...views, repository: believed },
        readProgress: () => Promise.resolve(new Map()),
        groups: groupReader(dependencies),
        serveArchive: archiveServing(),
        takeMetsThread: () => Promise.reject(new Error('no METS is parsed here')),
        askStorageService: () => Promise.reject(new Error('no service is asked here')),
        vocabularies: { accessConditions: [], rangeTypes: [] },
        openWorkspaceAccess: () => Promise.reject(new Error('no workspace is opened here')),
        credentialSeconds: 60,
        identify: developmentIdentity('dev'),
        log: memoryLog().log,
        baseUrls: { preservation: 'http://preservation.example', storage: 'http://storage.example' },
        bodyLimits: { most: 1_000 },
        validateResponses: true,
      }),
    );
    closing.push(
      () => repository.close(),
      () => lost.close(),
      () => views.close(),
      () => service.close(),
    );
    for (const path of ['drawings', 'drawings/1911', 'maps'])
      expect(await createContainer(dependencies, intentOf('ann'), { path, displayName: path })).to.have.property('ok');
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  const keep = async (): Promise<ReadModelProjectors> => {
    const projector = openProjectors({
      events: repository.events,
      documents: lost.documents,
      liveness: alone(),
    });
    const head = await repository.events.head();
    if (head === null) throw new Error('the log is empty');
    expect(await views.reached(head, 5_000)).to.equal(true);
    return projector;
  };
  const everythingIsThere = async (): Promise<void> => {
    for (const path of ['drawings', 'drawings/1911', 'maps']) {
      expect((await ask('GET', `${service.base}/repository/${path}`)).status, path).to.equal(200);
      expect((await ask('HEAD', `${service.base}/repository/${path}`)).status, path).to.equal(200);
    }
    const { body } = await ask('GET', `${service.base}/repository/drawings`);
    expect(names(body.containers)).to.deep.equal(['drawings/1911']);
    expect((await ask('GET', `${service.base}/repository/none`)).status).to.equal(404);
  };

  for (const [what, lose] of [
    ['all of them', () => lost.lose()],
    ['their documents alone', () => lost.loseDocuments()],
  ] as const) {
    it(`is there while nobody makes them anew: ${what}`, async () => {
      const projector = await keep();
      await everythingIsThere();
      await projector.close();
      await lose();
      await everythingIsThere();
      await lost.lose();
    });
  }

  it('is there until they have been made anew, and then', async () => {
    const projector = await keep();
    for (let round = 0; round < 3; round++) {
      await everythingIsThere();
      await lost.lose();
      await everythingIsThere();
      await until('the view is back', async () => {
        await everythingIsThere();
        return views.repository.document('maps').then((found) => found !== null);
      });
    }
    await projector.close();
  });
});
