import { countersContract } from '../../contracts/counters.contract.js';
import { depositListingContract } from '../../contracts/deposit-listing.contract.js';
import { onEachServer, temporaryDatabase } from './servers.js';

onEachServer((what, url) => {
  const open = () => {
    const { store, close } = temporaryDatabase(url());
    return Promise.resolve({ documents: store, close });
  };
  depositListingContract(what, open);
  countersContract(what, open, 5);
});
