import { Outlet } from '@tanstack/react-router';
import { Page } from '../../parts/page.js';

export const DepositPage = () => (
  <Page title="DepositPage">
    <Outlet />
  </Page>
);
