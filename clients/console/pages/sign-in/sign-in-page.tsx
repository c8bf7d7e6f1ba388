import { Page } from '../../parts/page.js';

export const SignInPage = () => <Page title="Sign in">{null}</Page>;
