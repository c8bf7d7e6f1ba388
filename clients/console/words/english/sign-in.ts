export const signInWords = () => ({
  title: 'Sign in',
  what: 'The digital repository.',
  signIn: 'Sign in with your account',
  signInAgain: 'Sign in again',
  taken: (provider: string) => `You are taken to ${provider} and come back here. Muniment never sees your password.`,
  ended: 'You were signed out after some hours without work.',
  endedWhy: 'Nothing is lost. You come back to where you were, and an upload goes on.',
  number: 'If it does not work, tell the operators this number:',
  problems: {
    refused: 'The provider did not sign you in.',
    'begun-elsewhere': 'This sign-in took too long, or was begun again in another tab.',
    unavailable: 'The provider does not answer now.',
    'token-unusable':
      'The provider has signed you in, but says nothing that Muniment can use: no name, or another platform.',
  },
  offTitle: 'Nobody has to sign in here',
  offName: 'All work stands in the history in one name,',
  offWhy: ', whoever does it. Everybody who reaches this machine’s own address may do everything.',
  goOn: (name: string) => `Go on as ${name}`,
  anotherName: 'Another name',
  anotherNameHow: 'The name is a setting, for all at once.',
  tryIt: 'Try it with sign-in',
  tryItHow: 'A provider for trials comes with Muniment; it prints the settings to start with.',
  forReal: 'For real work',
  forRealHow: (name: string) =>
    `Set your provider of OpenID Connect. From then on this page asks everybody to sign in, and each name stands beside its own work. What was done before keeps the name ${name}.`,
});
