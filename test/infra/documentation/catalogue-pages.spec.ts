import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsPage } from '../../../infra/documentation/events-page.js';
import { problemsPage } from '../../../infra/documentation/problems-page.js';
import { rightsPage } from '../../../infra/documentation/rights-page.js';
import { projectRoot } from '../../support/project-root.js';

const pageOf = (name: string): string => readFileSync(join(projectRoot, 'docs', name), 'utf8');

describe('the generated catalogues', () => {
  it('of events is as `npm run docs` writes it', () => expect(pageOf('events.md')).to.equal(eventsPage()));

  it('of refusals and faults is as `npm run docs` writes it', () =>
    expect(pageOf('problems.md')).to.equal(problemsPage()));

  it('tells the rights that roles are granted', () => expect(pageOf('rights.md')).to.equal(rightsPage()));
});
