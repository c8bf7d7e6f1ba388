import { Page } from '../../parts/page.js';

export const JobPage = () => <Page title="JobPage">{null}</Page>;
