import { depositListingContract } from '../../contracts/deposit-listing.contract.js';
import { onEachServer, temporaryDatabase } from './servers.js';

onEachServer((what, url) => {
  depositListingContract(what, () => {
    const { store, close } = temporaryDatabase(url());
    return Promise.resolve({ documents: store, close });
  });
});
