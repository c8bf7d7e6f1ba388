import { expect } from 'chai';
import type { RecordedFact } from '../../../events/envelope.js';
import { system, systemView, type SystemDocument, type SystemView } from '../../../projections/system/system.js';

type SystemFact = Parameters<typeof system.touches>[0];

const at = (second: number): string => `2026-05-01T12:00:${String(second).padStart(2, '0')}.0000000Z`;

const after = (...facts: readonly object[]): SystemView => {
  const documents = new Map<string, SystemDocument>();
  for (const fact of facts)
    for (const { key, apply } of system.touches(fact as RecordedFact as SystemFact)) {
      const doc = apply(documents.get(key) ?? null);
      if (doc !== null) documents.set(key, doc);
    }
  return systemView({
    get: (key) => Promise.resolve(documents.get(key) ?? null),
    find: () => Promise.resolve([]),
    count: () => Promise.resolve(0),
  });
};

const reserved = (kind: string) => ({ type: 'ChildReserved', data: { path: '', name: 'a', kind } });
const committed = (version: number, addedFiles: number, addedBytes: number, type = 'VersionCommitDecided') => ({
  ...{ type, data: { path: 'a', version, totals: { files: 9, bytes: 900, addedFiles, addedBytes } } },
});
const requested = (jobId: string, group: string | null = null, kind = 'audit') => ({
  type: 'JobRequested',
  data: { jobId, kind, parameters: { archivalGroup: group, quick: true }, by: 'ann', at: at(0) },
});
const summary = { objects: 1, versions: 2, files: 3, bytesRead: 4, inProgress: 0, findings: 0, viewsNotCompared: 0 };
const ended = (jobId: string, found: object | null = summary, second = 5) => ({
  type: 'JobEnded',
  data: { jobId, at: at(second), epoch: 1, outcome: 'completed', summary: found, errors: [], failures: 0 },
});

describe('what is known of the whole platform', () => {
  it('counts containers that were not deleted', async () => {
    const deleted = { type: 'ContainerDeleted', data: { path: 'a' } };
    const purged = { type: 'ChildPurged', data: { path: '', name: 'a' } };
    const view = after(reserved('container'), reserved('container'), reserved('archivalGroup'), deleted, purged);
    expect(await view.repository()).to.include({ containers: 1, archivalGroups: 0 });
  });

  it('counts groups, versions, and what the versions have written, also adopted ones', async () => {
    const view = after(committed(1, 3, 300), committed(2, 1, 50), committed(1, 2, 20, 'VersionAdopted'));
    expect(await view.repository()).to.deep.equal({
      ...{ containers: 0, archivalGroups: 2, versions: 3, storedFiles: 6, storedBytes: 370 },
    });
  });

  it('has nothing of an empty log', async () => {
    const view = after();
    expect(await view.repository()).to.include({ archivalGroups: 0, storedBytes: 0 });
    expect(await view.lastAudit()).to.equal(null);
    expect(await view.tools()).to.equal(null);
  });

  it('knows who asked for the last audit of everything, and what it found', async () => {
    const view = after(requested('j1'), ended('j1'));
    expect(await view.lastAudit()).to.deep.equal({ jobId: 'j1', by: 'ann', quick: true, finished: at(5), summary });
  });

  it('keeps the last audit where a later one did not get to its end, or was of one group, or is another job', async () => {
    const later = [
      ...[requested('j2'), ended('j2', null, 6), requested('j3', 'a/b'), ended('j3', summary, 7)],
      ...[requested('j4', null, 'adoption'), ended('j4', { groups: 0 }, 8), requested('j5')],
    ];
    expect(await after(requested('j1'), ended('j1'), ...later).lastAudit()).to.include({ jobId: 'j1' });
  });

  it('has the tools that the last run recorded', async () => {
    const tools = (version: string) => [{ name: 'siegfried', version, signatures: null }];
    const recorded = (version: string, second: number) => ({
      type: 'PipelineToolsRecorded',
      data: { runId: 'r', depositId: 'd', epoch: 1, tools: tools(version), warnings: [], at: at(second) },
    });
    expect(await after(recorded('1.10', 1), recorded('1.11', 2)).tools()).to.deep.equal({
      at: at(2),
      tools: tools('1.11'),
    });
  });
});
