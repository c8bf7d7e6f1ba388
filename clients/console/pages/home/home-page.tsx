import { Page } from '../../parts/page.js';
import { useFormats } from '../../words/language.js';

export const HomePage = () => {
  const { day } = useFormats();
  return <Page title={day(new Date())}>{null}</Page>;
};
