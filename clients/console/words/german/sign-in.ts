import type { Words } from '../english/english.js';

export const signInWords = (): Words['signIn'] => ({
  title: 'Anmelden',
  what: 'Das digitale Magazin.',
  signIn: 'Mit Ihrem Konto anmelden',
  signInAgain: 'Wieder anmelden',
  taken: (provider) => `Sie kommen zu ${provider} und von dort zurück. Muniment sieht Ihr Kennwort nie.`,
  ended: 'Sie wurden nach einigen Stunden ohne Arbeit abgemeldet.',
  endedWhy: 'Nichts ist verloren. Sie kommen zurück, wo Sie waren, und ein Hochladen geht weiter.',
  number: 'Wenn es nicht geht, nennen Sie den Betreibern diese Nummer:',
  problems: {
    refused: 'Der Anbieter hat Sie nicht angemeldet.',
    'begun-elsewhere': 'Diese Anmeldung dauerte zu lange oder wurde in einem anderen Fenster neu begonnen.',
    unavailable: 'Der Anbieter antwortet gerade nicht.',
    'token-unusable':
      'Der Anbieter hat Sie angemeldet, sagt aber nichts, was Muniment verwenden kann: keinen Namen, oder eine andere Plattform.',
  },
  offTitle: 'Hier meldet sich niemand an',
  offName: 'Alles steht im Verlauf unter einem Namen,',
  offWhy: ', wer immer es tut. Wer die eigene Adresse dieses Rechners erreicht, darf alles.',
  goOn: (name) => `Weiter als ${name}`,
  anotherName: 'Ein anderer Name',
  anotherNameHow: 'Der Name ist eine Einstellung, für alle zugleich.',
  tryIt: 'Mit Anmeldung ausprobieren',
  tryItHow: 'Ein Anbieter zum Ausprobieren gehört zu Muniment; er zeigt die Einstellungen, mit denen man beginnt.',
  forReal: 'Für wirkliche Arbeit',
  forRealHow: (name) =>
    `Stellen Sie Ihren Anbieter von OpenID Connect ein. Von da an meldet sich auf dieser Seite jeder an, und jeder Name steht bei seiner eigenen Arbeit. Was vorher getan wurde, behält den Namen ${name}.`,
});
