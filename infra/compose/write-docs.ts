import { writeFileSync } from 'node:fs';
import { asyncApiFile, asyncApiText } from '../../schemas/asyncapi-document.js';
import { settingsPage } from '../config/settings-page.js';

writeFileSync(new URL('../../../docs/settings.md', import.meta.url), settingsPage());
writeFileSync(asyncApiFile(), asyncApiText());
