import { loadProgram } from './open-files.js';

await loadProgram(() => import('./platform-main.js'));
