import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { Fact } from '../../events/envelope.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { agents, agentsView, type AgentDocument } from '../../projections/agents/agents.js';
import { openProjector } from '../../projections/projector/projector.js';
import { readView, type ReadableDocuments } from '../../projections/read-view.js';
import { relayedGoldenFacts } from '../support/facts/golden-facts.js';
import { PLAIN_METADATA } from '../support/plain-metadata.js';
import { openedForEach } from '../support/platform/opened.js';
import { alone } from '../support/alone.js';

/** A recorded sample of a fact, by another agent. */
const by = (type: string, agent: string): Fact => {
  const sample = relayedGoldenFacts().find(({ fact }) => fact.type === type)?.fact;
  if (sample === undefined) throw new Error(`no sample of ${type}`);
  return { type, data: { ...sample.data, by: agent } };
};

describe('the agents', () => {
  const events = openedForEach(() => openEventStore(':memory:', createCodec(catalogue)));
  const documents = openedForEach(() => openDocumentStore(':memory:'));

  const append = (stream: string, facts: readonly Fact[]) =>
    events.append(
      stream,
      facts.map((fact) => ({ ...fact, id: randomUUID(), metadata: PLAIN_METADATA })),
      'any',
    );
  const projected = async (): Promise<ReadableDocuments<AgentDocument>> => {
    const { projector } = openProjector(agents, { events, documents, liveness: alone() });
    const head = await events.head();
    if (head !== null) expect(await projector.reached(head, 10_000)).to.equal(true);
    await projector.close();
    return readView<AgentDocument>(agents.shape, documents).documents;
  };
  const listed = async (found: ReadableDocuments<AgentDocument>, page?: number): Promise<string[]> => {
    const names: string[] = [];
    for await (const name of agentsView(found, page).ofDeposits()) names.push(name);
    return names;
  };

  const roles: readonly (readonly [string, boolean])[] = [
    ['DepositCreated', true],
    ['DepositDescribed', true],
    ['DepositArchivalGroupAssigned', true],
    ['DepositActivated', true],
    ['DepositDeactivated', true],
    ['MetsRevised', true],
    ['DepositFilesDeleted', true],
    ['DepositPreserved', true],
    ['DepositImportFailed', true],
    ['DepositLocked', false],
    ['DepositLockSeized', false],
    ['DepositUnlocked', false],
    ['ImportJobAccepted', false],
    ['PipelineRunQueued', false],
    ['PipelineRunCompleted', false],
    ['PipelineRunForceCompleted', false],
    ['JobHeld', false],
    ['JobPriorityChanged', false],
    ['DepositDeleted', false],
  ];
  for (const [type, isListed] of roles)
    it(`${isListed ? 'list' : 'know, but do not list'} whom ${type} names`, async () => {
      await append('deposit-d1', [by(type, 'ann')]);
      const found = await projected();
      expect(await listed(found)).to.deep.equal(isListed ? ['ann'] : []);
      expect(await agentsView(found).isKnown('ann')).to.equal(true);
      expect(await agentsView(found).isKnown('Ann')).to.equal(false);
    });

  for (const [stream, type] of [
    ['container-c1', 'ContainerCreated'],
    ['container-c1', 'ChildReserved'],
    ['archivalGroup-g1', 'VersionCommitDecided'],
    ['archivalGroup-g1', 'VersionAdopted'],
    ['archivalGroup-g1', 'ImportAdmitted'],
    ['archivalGroup-g1', 'DepositAdmitted'],
    ['job-j1', 'JobRequested'],
    ['job-j1', 'JobHeld'],
  ] as const)
    it(`know, but do not list whom ${type} names`, async () => {
      await append(stream, [by(type, 'ann')]);
      const found = await projected();
      expect(await listed(found)).to.deep.equal([]);
      expect(await agentsView(found).isKnown('ann')).to.equal(true);
    });

  it('know, but do not list who cancelled a job', async () => {
    await append('job-j1', [by('JobEnded', 'ann')]);
    const view = agentsView(await projected());
    expect([await view.isKnown('Noor Haan'), await view.isKnown('Maja Lind')]).to.deep.equal([true, false]);
  });

  it('name each once, in the order of their names, whatever else they did before and after', async () => {
    await append('container-c1', [by('ContainerCreated', 'ben')]);
    for (const name of ['zoë', 'ben', 'Ann', 'ann@example.org', 'ben'])
      await append(`deposit-${randomUUID().slice(0, 8)}`, [by('DepositCreated', name), by('DepositLocked', name)]);
    await append('container-c1', [by('ChildReserved', 'ben')]);
    expect(await listed(await projected())).to.deep.equal(['Ann', 'ann@example.org', 'ben', 'zoë']);
  });

  it('are read in pages, with none left out or doubled at their edges', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `agent-${String(at).padStart(2, '0')}`);
    for (const name of names) await append('deposit-d1', [by('DepositDescribed', name)]);
    const found = await projected();
    for (const page of [1, 5, 24, 25, 26]) expect(await listed(found, page), String(page)).to.deep.equal(names);
  });

  it('leave out an adopted version whose user has no usable name', async () => {
    await append('archivalGroup-g1', [by('VersionAdopted', ' '), by('VersionAdopted', 'a\u0000b')]);
    expect(await (await projected()).count({ all: [] })).to.equal(0);
  });
});
