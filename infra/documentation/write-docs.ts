import { writeFileSync } from 'node:fs';
import { asyncApiFile, asyncApiText } from '../../schemas/asyncapi-document.js';
import { openApiFolder } from '../../schemas/openapi-files.js';
import { examplesFile } from '../../schemas/openapi-examples.js';
import { apiExamples } from './api-examples/api-examples.js';
import { settingsPage } from './settings-page.js';
import { eventsPage } from './events-page.js';
import { manPage } from './man-page.js';
import { metsEditsPage } from './mets-edits-page.js';
import { problemsPage } from './problems-page.js';
import { rightsPage } from './rights-page.js';

writeFileSync(new URL('../../../docs/settings.md', import.meta.url), settingsPage());
writeFileSync(new URL('../../../test/fixtures/mets/edits.md', import.meta.url), await metsEditsPage());
writeFileSync(new URL('../../../docs/events.md', import.meta.url), eventsPage());
writeFileSync(new URL('../../../docs/problems.md', import.meta.url), problemsPage());
writeFileSync(new URL('../../../docs/rights.md', import.meta.url), rightsPage());
writeFileSync(new URL('../../../docs/muniment.1', import.meta.url), await manPage());
writeFileSync(asyncApiFile(), asyncApiText());
const examples = await apiExamples();
for (const name of ['preservation', 'storage'] as const)
  writeFileSync(examplesFile(openApiFolder(), name), examples[name]);
