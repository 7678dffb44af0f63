import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'

export interface Account {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** SHA-256 in the form that the official signer takes. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', typeof secret === 'string' ? secret : bytesOf(secret))
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data))
  }
  digest = async (): Promise<Uint8Array> => this.#hash.digest()
  reset(): void {}
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

/** Call as a server of AWS gets it. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/** True if the call has the signature that AWS's own signer makes of its parts and the account's secret, within five minutes of `now`. */
export async function isSigned(
  { method, path, headers, body }: ReceivedCall,
  account: Account,
  region: string,
  now = Date.now(),
  service = 'bedrock',
): Promise<boolean> {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-security-token': token } = headers
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const time = new Date(String(date).replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  if (!names.includes('host') || !names.includes('x-amz-date') || !(Math.abs(now - time.getTime()) < 300_000)) return false
  if (token !== account.sessionToken || (token !== undefined && !names.includes('x-amz-security-token'))) return false
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const signer = new SignatureV4({ credentials: account, region, service, sha256: Sha256, applyChecksum: false })
  const [bare = '', search = ''] = path.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const request = { method, protocol: 'http:', hostname: 'any', path: bare, query, headers: signed, body }
  return (await signer.sign(request, { signingDate: time })).headers['authorization'] === authorization
}
