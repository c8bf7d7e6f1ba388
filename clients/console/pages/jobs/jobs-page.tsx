import { Page } from '../../parts/page.js';

export const JobsPage = () => <Page title="JobsPage">{null}</Page>;
