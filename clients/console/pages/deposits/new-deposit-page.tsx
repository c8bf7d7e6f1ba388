import { Page } from '../../parts/page.js';

export const NewDepositPage = () => <Page title="NewDepositPage">{null}</Page>;
