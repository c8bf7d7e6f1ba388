import { writeFileSync } from 'node:fs';
import { asyncApiFile, asyncApiText } from '../../schemas/asyncapi-document.js';
import { settingsPage } from './settings-page.js';
import { metsEditsPage } from './mets-edits-page.js';

writeFileSync(new URL('../../../docs/settings.md', import.meta.url), settingsPage());
writeFileSync(new URL('../../../docs/mets-edits.md', import.meta.url), await metsEditsPage());
writeFileSync(asyncApiFile(), asyncApiText());
