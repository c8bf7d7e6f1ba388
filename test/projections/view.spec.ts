import { compareWithLogContract } from '../contracts/compare-with-log.contract.js';
import { keepersContract } from '../contracts/keepers.contract.js';
import { viewContract } from '../contracts/view.contract.js';
import { embeddedViewStores } from '../support/embedded-view-stores.js';

viewContract('the embedded stores', embeddedViewStores);
keepersContract('the embedded stores', embeddedViewStores);
compareWithLogContract('the embedded stores', embeddedViewStores);
