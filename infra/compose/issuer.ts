import { loadProgram } from './serving/open-files.js';

await loadProgram(() => import('./issuer/issuer-main.js'));
