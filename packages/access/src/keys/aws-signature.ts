import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Request of a client that signs, as it came. */
export type SignedRequest = Pick<IncomingMessage, 'headers' | 'url' | 'method'>

/** Content of the `Authorization` header of a signed request. https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
export interface AwsSignature {
  readonly accessKeyId: string
  /** Date, region, service and `aws4_request`, with slashes. */
  readonly scope: string
  /** Names of the signed headers, in lower case. */
  readonly names: readonly string[]
  readonly signature: string
}

const algorithm = 'AWS4-HMAC-SHA256'
/** Milliseconds that a client's clock may be off. */
const mostSkew = 300_000
const services: ReadonlySet<string> = new Set(['bedrock', 'bedrock-mantle', 'bedrock-runtime'])

/** Reads the signature of a request; `undefined`: it has none of this kind. */
export function readAwsSignature(authorization: string | undefined): AwsSignature | undefined {
  if (authorization?.startsWith(`${algorithm} `) !== true) return undefined
  const parts = new Map(
    authorization
      .slice(algorithm.length + 1)
      .split(',')
      .map((part): [string, string] => {
        const equals = part.indexOf('=')
        return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()]
      }),
  )
  const credential = parts.get('Credential') ?? ''
  const slash = credential.indexOf('/')
  if (slash < 1) return undefined
  const names = (parts.get('SignedHeaders') ?? '').split(';')
  return { accessKeyId: credential.slice(0, slash), scope: credential.slice(slash + 1), names, signature: parts.get('Signature') ?? '' }
}

/** SHA-256 of the body as the client says it; `undefined`: only the body tells. */
export function signedBodyHash({ headers, method }: SignedRequest): string | undefined {
  const said = headers['x-amz-content-sha256']
  if (typeof said === 'string') return said
  return method === 'GET' || method === 'HEAD' ? hashOf('') : undefined
}

/**
 * Checks a signature that was made with `secret` over these headers and a body with this SHA-256. Gives what is wrong, for the client, or
 * `undefined`. `now`: milliseconds since the epoch.
 */
export function findSignatureProblem(
  request: SignedRequest,
  signature: AwsSignature,
  secret: string,
  bodyHash: string,
  now: number,
): string | undefined {
  const { scope, names } = signature
  const { headers } = request
  const [day = '', region = '', service = '', end] = scope.split('/')
  if (end !== 'aws4_request' || !services.has(service)) return `The signature is for ${service || 'no service'}, and must be for bedrock.`
  const date = headers['x-amz-date']
  if (!names.includes('host') || !names.includes('x-amz-date') || typeof date !== 'string')
    return 'The headers host and x-amz-date must be signed.'
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(now - time) <= mostSkew) || !date.startsWith(day))
    return 'The date of the signature is more than five minutes off: set the clock.'
  if (names.includes('x-amz-content-sha256') && headers['x-amz-content-sha256'] !== bodyHash) return 'The body is not the signed one.'
  const canonical = [
    request.method ?? 'POST',
    ...canonicalTarget(request.url ?? '/'),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}`,
    ),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const text = [algorithm, date, scope, hashOf(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secret}`)
  const [made, given] = [sign(key, text), Buffer.from(signature.signature, 'hex')]
  return made.length === given.length && timingSafeEqual(made, given)
    ? undefined
    : 'The signature does not fit the request: give the gateway key as access key id and as secret access key, and let proxies keep path, host and signed headers.'
}

/** Path and query as they are signed: each segment encoded once more, and parameters in order. */
function canonicalTarget(url: string): readonly [string, string] {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  const parameters = question < 0 ? [] : [...new URLSearchParams(url.slice(question + 1))]
  const query = parameters.map(([name, value]): [string, string] => [encode(name), encode(value)])
  query.sort(([a, b], [c, d]) => (a < c || (a === c && b < d) ? -1 : 1))
  return [path.split('/').map(encode).join('/'), query.map(([name, value]) => `${name}=${value}`).join('&')]
}

/** Percent-encoding of all but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sign(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** SHA-256 in lower-case hexadecimal. */
export function hashOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
