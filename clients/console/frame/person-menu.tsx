import { useNavigate } from '@tanstack/react-router';
import { signOut, type Session } from '../api/session.js';
import { switchDensity } from '../parts/density.js';
import { areKeysOn, switchKeys } from '../parts/keys.js';
import { Menu } from '../parts/controls/menu.js';
import { chooseLanguage, LANGUAGES, useLanguageCode, useWords } from '../words/language.js';

/** The name of the person, and what is theirs: keys, row height, language, sign-out. */
export const PersonMenu = ({ session, onKeys }: { readonly session: Session; readonly onKeys: () => void }) => {
  const { frame } = useWords();
  const code = useLanguageCode();
  const navigate = useNavigate();
  const own = [
    { key: 'keys', label: frame.showKeys, keyName: '?', onChoose: onKeys },
    {
      key: 'letters',
      label: areKeysOn() ? frame.lettersOff : frame.lettersOn,
      onChoose: () => switchKeys(!areKeysOn()),
    },
    { key: 'density', label: frame.rowHeight, onChoose: switchDensity },
  ];
  const languages = LANGUAGES.filter((each) => each !== code).map((each) => ({
    key: each,
    label: frame.languages[each],
    onChoose: () => chooseLanguage(each),
  }));
  const leave =
    session.signIn === 'on'
      ? { key: 'sign-out', label: frame.signOut, onChoose: () => void signOut().then((next) => location.assign(next)) }
      : { key: 'sign-in', label: frame.signInOff, onChoose: () => void navigate({ to: '/sign-in' }) };
  return <Menu label={frame.person} groups={[own, languages, [leave]]} button={session.agent} isQuiet />;
};
