import { readFileSync } from 'node:fs'
import { openAwsSubject } from './aws-subject.ts'
import { parseObject, readObject, textOf } from './credential-context.ts'
import {
  cloudScope,
  type FetchSubject,
  type FetchToken,
  fetchToken,
  type GoogleToken,
  postForm,
  readToken,
  type TokenSource,
} from './google-token.ts'
import { impersonationUrl, tokenUrl } from './google-urls.ts'

type Content = Readonly<Record<string, unknown>>

const what = 'it'

/**
 * Reads the credentials of a workload of another cloud (Workload Identity Federation). Throws for sources that cannot be used.
 * https://google.aip.dev/auth/4117
 */
export function readExternalAccount(content: Content, scope: string): TokenSource {
  const audience = textOf(content, 'audience', what)
  const server = tokenUrl(textOf(content, 'token_url', what), 'token_url')
  const subject = readSubject(objectOf(content, 'credential_source'), audience)
  const basis = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token_type: textOf(content, 'subject_token_type', what),
    audience,
  }
  const { client_id: client, client_secret: secret = '', workforce_pool_user_project: project } = content
  const known = typeof client === 'string' && typeof secret === 'string'
  const headers = known ? basic(client, secret) : {}
  const options = !known && typeof project === 'string' ? { options: JSON.stringify({ userProject: project }) } : {}
  const fetchFor =
    (asked: string): FetchToken =>
    async (context) =>
      fetchToken(server, { ...basis, ...options, scope: asked, subject_token: await subject(context) }, context, headers)
  return {
    fetch: content['service_account_impersonation_url'] === undefined ? fetchFor(scope) : impersonate(content, fetchFor(cloudScope), scope),
    secrets: known && secret !== '' ? [secret] : [],
  }
}

function basic(client: string, secret: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` }
}

/** Reads the credentials of a user whom another identity provider knows, from `gcloud auth application-default login`. Throws for a file without them. */
export function readExternalUser(content: Content): TokenSource {
  const server = tokenUrl(textOf(content, 'token_url', what), 'token_url')
  const secret = textOf(content, 'client_secret', what)
  const headers = basic(textOf(content, 'client_id', what), secret)
  let refresh = textOf(content, 'refresh_token', what)
  const secrets = [secret, refresh]
  return {
    secrets,
    async fetch({ fetch, now }) {
      const answer = await postForm(server, { grant_type: 'refresh_token', refresh_token: refresh }, fetch, headers)
      const { refresh_token: next } = answer
      // The server may give another one, which alone holds from then on.
      if (typeof next === 'string' && next !== '' && next !== refresh) {
        secrets.splice(1, secrets.length, refresh, next)
        refresh = next
      }
      return readToken(answer, now)
    },
  }
}

const defaultSeconds = 3_600

/**
 * Gets tokens of a service account for those of another account, which may act as it.
 * https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken
 */
export function impersonate(content: Content, fetchSource: FetchToken, scope: string): FetchToken {
  const key = 'service_account_impersonation_url'
  const url = impersonationUrl(textOf(content, key, what), key)
  const { token_lifetime_seconds: seconds = defaultSeconds } = objectOf(content, 'service_account_impersonation', {})
  if (typeof seconds !== 'number') throw new Error('its service_account_impersonation.token_lifetime_seconds is no number')
  const { delegates } = content
  const body = JSON.stringify({ ...(Array.isArray(delegates) && { delegates }), scope: scope.split(' '), lifetime: `${seconds}s` })
  return async (context): Promise<GoogleToken> => {
    const { text } = await fetchSource(context)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${text}` }
    const server = 'the service of Google for service accounts'
    const answer = readObject(await context.fetch({ method: 'POST', url, headers, body }), server)
    const expiresAt = Date.parse(textOf(answer, 'expireTime', `the answer of ${server}`))
    return { text: textOf(answer, 'accessToken', `the answer of ${server}`), ...(!Number.isNaN(expiresAt) && { expiresAt }) }
  }
}

/** Object in a member. Throws for one that is missing and has no default, or is something else. */
export function objectOf(content: Content, name: string, fallback?: Content): Content {
  const value = content[name] ?? fallback
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`it has no ${name}`)
  return value as Content // an object of JSON has string keys
}

function readSubject(source: Content, audience: string): FetchSubject {
  if (source['environment_id'] !== undefined) return openAwsSubject(source, audience)
  if (source['executable'] !== undefined)
    throw new Error(
      'its credential_source is an executable, which is not run: let the program write its token to a file, and name that file',
    )
  if (source['certificate'] !== undefined)
    throw new Error('its credential_source is a certificate, which is not supported; file and url are')
  const { file, url } = source
  if ((typeof file === 'string') === (typeof url === 'string')) throw new Error('its credential_source has no file or url, or has both')
  const read = readFormat(objectOf(source, 'format', { type: 'text' }))
  if (typeof file === 'string') return async () => read(readTokenFile(file), 'the file of the credential_source')
  const address = String(url)
  const { protocol } = URL.parse(address) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('its credential_source.url is no address')
  const headers = Object.fromEntries(
    Object.entries(objectOf(source, 'headers', {})).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  return async ({ fetch, fetchLocal }) => {
    // Addresses without TLS are those of a server on the machine or its host.
    const { status, body } = await (protocol === 'http:' ? fetchLocal : fetch)({ method: 'GET', url: address, headers })
    if (status !== 200) throw new Error(`the server of the credential_source answered with the status ${status}`)
    return read(body, 'the answer of the server of the credential_source')
  }
}

/** Read at each renewal, since another program replaces the file before its token ends. */
function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`the file ${file} of the credential_source cannot be read`, { cause: error })
  }
}

/** Reader of the token in a text. */
function readFormat({ type, subject_token_field_name: field }: Content): (text: string, where: string) => string {
  if (type !== 'json' && type !== 'text') throw new Error('its credential_source.format.type is none of text, json')
  if (type === 'json' && typeof field !== 'string') throw new Error('its credential_source.format has no subject_token_field_name')
  return (text, where) => {
    if (type === 'json') return textOf(parseObject(text, where), String(field), where)
    const token = text.trim()
    if (token === '') throw new Error(`${where} has no token`)
    return token
  }
}
