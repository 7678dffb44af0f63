import type { AccessRequest, Grant } from '../grant.ts'
import { type FoundKey, keyState } from './key.ts'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import { type EndpointFacts, type FailureReply, type Guarded, queryOf } from '@interlingua/gateway-kernel'
import { findSignatureProblem, hashOf, readAwsSignature, signedBodyHash } from './aws-signature.ts'
import type { IncomingMessage } from 'node:http'

/** Headers in which clients of one vendor or another send their key, after `Authorization`, in order of precedence. */
const headerNames = ['x-api-key', 'x-goog-api-key', 'x-google-api-key', 'x-anthropic-api-key', 'x-openai-api-key', 'api-key'] as const

const bearer = /^Bearer\s+(\S.*)$/i

/**
 * Key that a caller sends. The first place with a key counts: clients that are set up with a bearer token often send the key of their environment as
 * well.
 */
export function readCredential({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): string | undefined {
  if (headers.authorization !== undefined) {
    const token = bearer.exec(headers.authorization)?.[1]
    if (token !== undefined) return token.trimEnd()
  }
  for (const name of headerNames) {
    const value = headers[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  // A client that signs gives the key as both parts of its credential, since the store has no key in clear that could check another secret.
  const signed = readAwsSignature(headers.authorization)
  if (signed !== undefined) return signed.accessKeyId
  // Native clients may send the key in the address, which logs would show: the gateway's log leaves out the query.
  return url.includes('key=') ? queryOf(url).get('key')?.trim() || undefined : undefined
}

/** Finds the key of a request; at once if the key is remembered. Throws or rejects with a `StoreError` if the store cannot be read. */
export function authenticate(client: AccessRequest, access: EndpointFacts['access']): Guarded<Grant> {
  const secret = readCredential(client.incoming)
  if (secret === undefined) return keyFailure(client, missing)
  const found = client.gateway.keys.find(secret, client.incoming.socket)
  if (!(found instanceof Promise)) return grantSigned(client, grantOf(client, access, found), secret)
  return found.then((key) => grantSigned(client, grantOf(client, access, key), secret))
}

/**
 * Holds a grant to the signature of its request, if the key came by one: now, or once the body is there. A signature beside a key in a header is for
 * another service.
 */
function grantSigned(client: AccessRequest, grant: Grant | FailureReply, secret: string): Grant | FailureReply {
  const signature = readAwsSignature(client.incoming.headers.authorization)
  if (signature?.accessKeyId !== secret || 'failure' in grant) return grant
  const { headers, url, method = 'POST' } = client.incoming
  const request = { headers, url, method }
  const problemOf = (bodyHash: string): FailureReply | undefined => {
    const problem = findSignatureProblem(request, signature, secret, bodyHash, Date.now())
    return problem === undefined ? undefined : keyFailure(client, problem)
  }
  const said = signedBodyHash(request)
  if (said === undefined) return { ...grant, checkBody: (body) => problemOf(hashOf(body)) }
  return (
    problemOf(said) ?? {
      ...grant,
      checkBody: (body) => (hashOf(body) === said ? undefined : keyFailure(client, 'The body is not the signed one.')),
    }
  )
}

function grantOf(client: AccessRequest, access: EndpointFacts['access'], key: FoundKey | undefined): Grant | FailureReply {
  if (key === undefined) return keyFailure(client, 'This API key is not valid.')
  const now = Date.now()
  const state = keyState(key, now)
  // The reason is told, since only the holder of the secret can ask.
  if (state === 'revoked') return keyFailure(client, 'This API key has been revoked.')
  if (state === 'expired')
    return keyFailure(client, key.secretUntil !== undefined && key.secretUntil <= now ? replaced : 'This API key has expired.')
  if (key.viewer === true) return onlyViews
  return access === 'admin' && !key.admin ? notAdmin : { key }
}

const missing = 'An API key is required: send it as Authorization: Bearer <key>, or in the header x-api-key or x-goog-api-key.'

const replaced = 'This API key got another secret, and this old one no longer works.'

const notAdmin: FailureReply = {
  failure: { code: 'permission', message: 'This endpoint requires an admin API key.', retryable: false, status: 403 },
}

const onlyViews: FailureReply = {
  failure: { code: 'permission', message: 'This API key only views the console.', retryable: false, status: 403 },
}

/** Failure for a request without a valid key: status 401, in words that clients of the endpoint recognize. */
function keyFailure({ endpoint, edge }: AccessRequest, message: string): FailureReply {
  const failureReply = { failure: { code: 'authentication', message, retryable: false, status: 401 } } as const
  const fields = edge.client.keyError?.(endpoint?.operation ?? '')
  if (fields) return { ...failureReply, rewriteBody: (body) => withError(body, fields) }
  return failureReply
}

function withError(body: JsonObject, fields: JsonObject): JsonObject {
  return isJsonObject(body['error']) ? { ...body, error: { ...body['error'], ...fields } } : body
}
