import { loadProgram } from './serving/open-files.js';

await loadProgram(() => import('./platform/platform-main.js'));
