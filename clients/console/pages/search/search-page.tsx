import { Page } from '../../parts/page.js';

export const SearchPage = () => <Page title="SearchPage">{null}</Page>;
