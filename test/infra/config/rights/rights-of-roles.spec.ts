import { expect } from 'chai';
import { RIGHTS, rightsOf } from '../../../../infra/config/rights/rights-of-roles.js';
import { ROLES } from '../../../../infra/config/roles.js';
import { archivingJobs } from '../../../../workers/archiver/archiver.js';
import { exportJobs } from '../../../../workers/exporter/exporter.js';
import { importJobs } from '../../../../workers/importer/importer.js';
import type { JobKind } from '../../../../workers/job-kind.js';
import { pipelineJobs } from '../../../../workers/pipeline/pipeline.js';
import { platformJobs } from '../../../../workers/platform-jobs/platform-jobs.js';

/** Kinds that work nothing here: only what they are told of is looked at. */
const kinds: readonly Pick<JobKind, 'role' | 'askedBy'>[] = [
  archivingJobs({} as never),
  exportJobs({} as never),
  importJobs({} as never),
  pipelineJobs({} as never),
  platformJobs({} as never),
];

describe('the least rights of roles', () => {
  it('let each role read the topics of its jobs in their group, and no others', () => {
    const wanted: Record<string, Record<string, readonly string[]>> = Object.fromEntries(
      ROLES.map((role) => [role, {}]),
    );
    for (const { role, askedBy } of kinds) wanted[role]![askedBy.group] = askedBy.topics;
    const given = Object.fromEntries(ROLES.map((role) => [role, RIGHTS[role].messages.listens]));
    expect(given).to.deep.equal(wanted);
  });

  it('of a process with several roles are those of each, and one group for all kinds of jobs', () => {
    const { appends, messages, views, objects } = rightsOf(['relay', 'importer', 'pipeline']);
    expect(appends).to.have.members([...new Set([...RIGHTS.importer.appends, ...RIGHTS.pipeline.appends])]);
    expect(messages).to.deep.equal({ publishes: true, listens: { 'importer-pipeline': ['importJob', 'deposit'] } });
    expect(views).to.equal('read');
    const places = objects.map(({ place, prefix }) => `${place}/${prefix}`);
    expect(new Set(places).size).to.equal(places.length);
  });

  it('let nobody but importers write to the repository, and nobody delete there but them and stewards', () => {
    const rolesThat = (right: 'write' | 'delete'): readonly string[] =>
      ROLES.filter((role) =>
        RIGHTS[role].objects.some(({ place, rights }) => place === 'repository' && rights.includes(right)),
      );
    expect(rolesThat('write')).to.deep.equal(['importer']);
    expect(rolesThat('delete')).to.deep.equal(['importer', 'steward']);
  });

  it('let the relay and the projectors append nothing, and use no objects', () => {
    for (const role of ['relay', 'projector'] as const) {
      expect(RIGHTS[role].appends, role).to.deep.equal([]);
      expect(RIGHTS[role].objects, role).to.deep.equal([]);
    }
  });
});
