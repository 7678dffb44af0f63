import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { describe, expect, test } from 'vitest'
import { findSignatureProblem, hashOf, readAwsSignature, signedBodyHash, type SignedRequest } from '../src/keys/aws-signature.ts'
import { readCredential } from '../src/keys/authenticate.ts'

/** SHA-256 in the form that AWS's own signer takes. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data))
  }
  digest = async (): Promise<Uint8Array> => this.#hash.digest()
  reset(): void {}
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): string | Uint8Array {
  if (typeof data === 'string') return data
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

const key = 'il-a-key-of-the-gateway'
const body = '{"messages":[]}'
const at = new Date('2026-11-27T12:00:00Z')

interface Given {
  readonly path?: string
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly secret?: string
  readonly service?: string
  /** True: the client says the hash of the body, as AWS's clients for JavaScript do, and that for Python does not. */
  readonly says?: boolean
}

/** A request as AWS's own signer makes it, and as a server gets it. */
async function signed({
  path = '/model/m/converse',
  query = {},
  headers = {},
  secret = key,
  service = 'bedrock',
  says = true,
}: Given = {}): Promise<SignedRequest> {
  const credentials = { accessKeyId: key, secretAccessKey: secret }
  const signer = new SignatureV4({ credentials, region: 'eu-central-1', service, sha256: Sha256, applyChecksum: says })
  const request = { method: 'POST', protocol: 'http:', hostname: 'gw', path, query, headers: { host: 'gw:8787', ...headers }, body }
  const made = await signer.sign(request, { signingDate: at })
  const search = new URLSearchParams(query).toString()
  return { method: 'POST', url: search === '' ? path : `${path}?${search}`, headers: made.headers }
}

function problemOf(request: SignedRequest, { bytes = body, now = at.getTime() } = {}): string | undefined {
  const signature = readAwsSignature(request.headers.authorization)
  if (signature === undefined) throw new Error('there is no signature')
  return findSignatureProblem(request, signature, key, hashOf(bytes), now)
}

describe('a request that AWS\u2019s own signer signed', () => {
  test.each([
    ['plain', {}],
    ['without the hash of the body', { says: false }],
    ['an id with an escaped colon', { path: '/model/us.anthropic.claude-x-v1%3A0/converse' }],
    ['an id with a colon', { path: '/model/us.anthropic.claude-x-v1:0/converse' }],
    ['an ARN', { path: '/model/arn%3Aaws%3Abedrock%3Aeu%3A1%3Ainference-profile%2Fabc/invoke' }],
    ['an ARN with colons', { path: '/model/arn:aws:bedrock:eu:1:inference-profile%2Fabc/invoke' }],
    ['signs that few escape', { path: "/model/it's(a)*!~-_./converse" }],
    ['parameters', { query: { type: 'SYSTEM_DEFINED', 'a b': 'c/d+e', a: '', A: '1' } }],
    ['headers with blanks', { headers: { 'anthropic-beta': '  a,   b ', 'x-app': 'cli' } }],
  ] as readonly (readonly [string, Given])[])('fits: %s', async (_, given) => {
    const request = await signed(given)
    expect(problemOf(request)).toBe(undefined)
    expect(signedBodyHash(request)).toBe(given.says === false ? undefined : hashOf(body))
    expect(readCredential(request as never)).toBe(key) // the function reads headers and address alone
  })

  test('does not fit with another secret, path, parameter, header or body', async () => {
    const request = await signed({ headers: { 'x-app': 'cli' }, query: { a: '1' } })
    const fit = 'The signature does not fit the request'
    expect(problemOf(await signed({ secret: 'another' }))).toContain(fit)
    expect(problemOf({ ...request, url: '/model/other/converse?a=1' })).toContain(fit)
    expect(problemOf({ ...request, url: '/model/m/converse?a=2' })).toContain(fit)
    expect(problemOf({ ...request, method: 'PUT' })).toContain(fit)
    expect(problemOf({ ...request, headers: { ...request.headers, 'x-app': 'other' } })).toContain(fit)
    expect(problemOf({ ...request, headers: { ...request.headers, host: 'elsewhere' } })).toContain(fit)
    expect(problemOf(request, { bytes: '{}' })).toBe('The body is not the signed one.')
    expect(problemOf(await signed({ says: false }), { bytes: '{}' })).toContain(fit)
  })

  test('is for this service, and of this moment', async () => {
    const request = await signed()
    expect(problemOf(request, { now: at.getTime() + 299_000 })).toBe(undefined)
    expect(problemOf(request, { now: at.getTime() + 301_000 })).toContain('five minutes')
    expect(problemOf(request, { now: at.getTime() - 301_000 })).toContain('five minutes')
    expect(problemOf(await signed({ service: 's3' }))).toContain('is for s3')
  })
})

test.each([
  'AWS4-HMAC-SHA256 ',
  'AWS4-HMAC-SHA256 Credential=',
  'AWS4-HMAC-SHA256 Credential=/x',
  'AWS4-HMAC-SHA256 Credential=a',
  'Bearer a',
  '',
])('no key is read of %j', (authorization) => {
  expect(readAwsSignature(authorization)).toBe(undefined)
})

test.each([
  `AWS4-HMAC-SHA256 Credential=${key}/x`,
  `AWS4-HMAC-SHA256 Credential=${key}/20261127/eu/bedrock/aws4_request, SignedHeaders=host;x-amz-date, Signature=`,
  `AWS4-HMAC-SHA256 Credential=${key}/20261127/eu/bedrock/aws4_request, SignedHeaders=host;x-amz-date, Signature=zz`,
  `AWS4-HMAC-SHA256 Credential=${key}/20261127/eu/bedrock/aws4_request, SignedHeaders=, Signature=00`,
])('half a signature is a clear refusal: %s', (authorization) => {
  const headers = { authorization, host: 'gw', 'x-amz-date': '20261127T120000Z' }
  expect(problemOf({ method: 'POST', url: '/model/m/converse', headers })).toMatch(/^The /)
})

test('a key in a header counts before that of a signature, which is then for another service', async () => {
  const request = await signed()
  const headers = { ...request.headers, 'x-api-key': 'il-other' }
  expect(readCredential({ ...request, headers } as never)).toBe('il-other') // the function reads headers and address alone
})
