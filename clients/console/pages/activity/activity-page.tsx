import { Page } from '../../parts/page.js';

export const ActivityPage = () => <Page title="ActivityPage">{null}</Page>;
