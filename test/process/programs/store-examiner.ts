import { readFileSync } from 'node:fs';
import { examineImage } from '../../support/power-cuts/examine-image.js';
import type { AllowedContent } from '../../support/power-cuts/store-bench.js';

/** Fails where the object store of a data folder does not hold what it may: `<data folder> <file of keys and values>`. */
const [folder = '', file = ''] = process.argv.slice(2);
const allowed: AllowedContent = new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, (string | null)[]][]);
await examineImage(folder, 'repository', allowed, 'after the cut');
