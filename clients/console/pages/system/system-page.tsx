import { Page } from '../../parts/page.js';

export const SystemPage = () => <Page title="SystemPage">{null}</Page>;
