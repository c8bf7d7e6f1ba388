import { Page } from '../../parts/page.js';

export const RepositoryPage = () => <Page title="RepositoryPage">{null}</Page>;
