import type { OpenAuthorizer } from '@interlingua/core/edge'
import { ConfigError } from '@interlingua/gateway-kernel'
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type CredentialContext, parseObject, readObject, textOf } from './credential-context.ts'
import type { GoogleCredentialOptions } from './credential-options.ts'
import { createRenewal } from './create-renewal.ts'
import { impersonate, objectOf, readExternalAccount, readExternalUser } from './external-account.ts'
import { cloudScope, fetchToken, type GoogleToken, readToken, type TokenSource } from './google-token.ts'

const tokenServer = 'https://oauth2.googleapis.com/token'

/** Opens the source of a channel's access tokens. Throws a `ConfigError`. https://cloud.google.com/docs/authentication/application-default-credentials */
export function openGoogleTokens(options: GoogleCredentialOptions, context: CredentialContext): OpenAuthorizer {
  const { fetch, secrets, quotaProject: named } = openSource(options, context)
  const quotaProject = options.quotaProject ?? (context.environment['GOOGLE_CLOUD_QUOTA_PROJECT'] || named)
  const renewal = createRenewal(() => fetch(context), context.now)
  const project = quotaProject === undefined ? {} : { 'x-goog-user-project': quotaProject }
  const used = new WeakMap<object, GoogleToken>()
  function proof(token: GoogleToken): Readonly<Record<string, string>> {
    const headers = { authorization: `Bearer ${token.text}`, ...project }
    used.set(headers, token)
    return headers
  }
  let of: GoogleToken | undefined
  let known = secrets
  return {
    authorize() {
      const token = renewal.get()
      return token instanceof Promise ? token.then(proof) : proof(token)
    },
    refused: (headers) => renewal.drop(used.get(headers)),
    secrets() {
      const { last } = renewal
      if (last !== undefined && last !== of) {
        of = last
        known = [...secrets, last.text]
      }
      return known
    },
  }
}

function openSource({ file, source, scope = cloudScope }: GoogleCredentialOptions, context: CredentialContext): TokenSource {
  const { channel, environment } = context
  const path = source === 'metadata' ? undefined : (file ?? defaultFile(environment))
  if (path === undefined) {
    if (source === 'file') throw new ConfigError(`channel ${channel}: there is no file with credentials of Google`)
    return { fetch: (each) => fetchFromMetadata(scope, each), secrets: [] }
  }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`channel ${channel}: the file ${path} (credentials.file) cannot be read`, { cause: error })
  }
  try {
    const content = parseObject(text, 'it')
    const { quota_project_id: project } = content
    return { ...readSource(content, scope), ...(typeof project === 'string' && project !== '' && { quotaProject: project }) }
  } catch (error) {
    throw new ConfigError(
      `channel ${channel}: the file ${path} (credentials.file): ${error instanceof Error ? error.message : 'it cannot be used'}`,
    )
  }
}

function defaultFile(environment: CredentialContext['environment']): string | undefined {
  const named = environment['GOOGLE_APPLICATION_CREDENTIALS']
  if (named) return named
  const folder =
    environment['CLOUDSDK_CONFIG'] ?? join(environment['APPDATA'] ?? join(environment['HOME'] ?? homedir(), '.config'), 'gcloud')
  const path = join(folder, 'application_default_credentials.json')
  return existsSync(path) ? path : undefined
}

function readSource(content: Readonly<Record<string, unknown>>, scope: string): TokenSource {
  const what = 'it'
  const type = textOf(content, 'type', what)
  if (type === 'service_account') {
    const key = textOf(content, 'private_key', what)
    const account = {
      issuer: textOf(content, 'client_email', what),
      keyId: typeof content['private_key_id'] === 'string' ? content['private_key_id'] : undefined,
      key: readPrivateKey(key),
      server: typeof content['token_uri'] === 'string' ? content['token_uri'] : tokenServer,
      scope,
    }
    return { fetch: (context) => fetchForAccount(account, context), secrets: [key] }
  }
  if (type === 'authorized_user') {
    const form = {
      grant_type: 'refresh_token',
      client_id: textOf(content, 'client_id', what),
      client_secret: textOf(content, 'client_secret', what),
      refresh_token: textOf(content, 'refresh_token', what),
    }
    const server = typeof content['token_uri'] === 'string' ? content['token_uri'] : tokenServer
    return { fetch: (context) => fetchToken(server, form, context), secrets: [form.client_secret, form.refresh_token] }
  }
  if (type === 'external_account') return readExternalAccount(content, scope)
  if (type === 'external_account_authorized_user') return readExternalUser(content)
  if (type === 'impersonated_service_account') {
    const source = readSource(objectOf(content, 'source_credentials'), cloudScope)
    return { ...source, fetch: impersonate(content, source.fetch, scope) }
  }
  throw new Error(
    `its type ${JSON.stringify(type)} is not supported; service_account, authorized_user, external_account, external_account_authorized_user and impersonated_service_account are`,
  )
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error('its private_key cannot be read')
  }
}

interface ServiceAccount {
  readonly issuer: string
  readonly keyId: string | undefined
  readonly key: KeyObject
  readonly server: string
  readonly scope: string
}

const assertionSeconds = 3_600

/** Trades an assertion that the account's key signs for a token. https://developers.google.com/identity/protocols/oauth2/service-account */
function fetchForAccount({ issuer, keyId, key, server, scope }: ServiceAccount, context: CredentialContext): Promise<GoogleToken> {
  const issued = Math.floor(context.now() / 1000)
  const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) }
  const claims = { iss: issuer, scope, aud: server, iat: issued, exp: issued + assertionSeconds }
  const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const assertion = `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
  return fetchToken(server, { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }, context)
}

/** Gets a token of the machine's own account. https://cloud.google.com/compute/docs/access/authenticate-workloads */
async function fetchFromMetadata(scope: string, { environment, fetchLocal, now }: CredentialContext): Promise<GoogleToken> {
  const host = environment['GCE_METADATA_HOST'] || 'metadata.google.internal'
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token?${new URLSearchParams({ scopes: scope })}`
  const answer = await fetchLocal({ method: 'GET', url, headers: { 'metadata-flavor': 'Google' } })
  return readToken(readObject(answer, 'the metadata server of Google'), now)
}
