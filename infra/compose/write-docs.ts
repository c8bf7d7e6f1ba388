import { writeFileSync } from 'node:fs';
import { settingsPage } from '../settings-page.js';

writeFileSync(new URL('../../../docs/settings.md', import.meta.url), settingsPage());
