/** Names under which credentials stand in addresses, without what is neither letter nor digit. */
const secrets: ReadonlySet<string> = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apitoken',
  'auth',
  'authkey',
  'authorization',
  'authtoken',
  'bearer',
  'bearertoken',
  'clientsecret',
  'credential',
  'credentials',
  'idtoken',
  'key',
  'oauthtoken',
  'passwd',
  'password',
  'refreshtoken',
  'secret',
  'secretkey',
  'sig',
  'signature',
  'subscriptionkey',
  'token',
  'xapikey',
  'xgoogapikey',
])

/** Whether a parameter of a client's query is a credential, in whatever spelling (`api_key`, `api-key`, `apiKey`): it goes to nobody. */
export function isSecretParameter(name: string): boolean {
  return secrets.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}
