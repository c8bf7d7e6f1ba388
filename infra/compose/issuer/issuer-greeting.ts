const again = `Nobody can read a client's secret again; a new one is made by

  npm run issuer -- add-client <id>
`;

/** The text when the local issuer is ready; `client` is a client that was just created. */
export const issuerGreeting = (
  issuer: string,
  audience: string,
  client: { readonly id: string; readonly secret: string } | null,
): string => `
The local issuer is ready. It is for trying things out, not for production.

  issuer         ${issuer}
  audience       ${audience}
${client === null ? '' : `  client id      ${client.id}\n  client secret  ${client.secret}\n`}
Start the platform for its tokens:

  MUNIMENT_AUTH_ISSUER=${issuer} MUNIMENT_AUTH_AUDIENCE=${audience} npm start

Get a token, and ask who you are:

  curl ${issuer}/token -d grant_type=client_credentials -d client_id=${client?.id ?? '<id>'} -d client_secret=${client?.secret ?? '<secret>'} -d scope=${audience}/.default
  curl http://127.0.0.1:8080/whoami -H "Authorization: Bearer <access_token>" -H "X-Client-Identity: ${client?.id ?? '<name>'}"

${client === null ? `${again}\n` : ''}Ctrl-C stops it.
`;
