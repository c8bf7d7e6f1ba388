import { loadProgram } from './open-files.js';

await loadProgram(() => import('./issuer-main.js'));
