// Scripted Bedrock for the check: verifies the signature of each call, by another library than the one that signs, and responds by a
// script.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { JsonObject } from '@interlingua/core'
import { createEventStreamWriter } from '@interlingua/framing'
import { SignatureV4 } from '@smithy/signature-v4'

export const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-north-1' }

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

const signer = new SignatureV4({ credentials: account, region: account.region, service: 'bedrock', sha256: Sha256, applyChecksum: false })

/** True if a call has the signature that its parts and the secret give, made within five minutes. */
export async function isSigned(path: string, headers: IncomingHttpHeaders, body: Uint8Array): Promise<boolean> {
  const { authorization = '', 'x-amz-date': date = '' } = headers
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const time = new Date(String(date).replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  if (!names.includes('host') || !names.includes('x-amz-date') || !(Math.abs(Date.now() - time.getTime()) < 300_000)) return false
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const request = { method: 'POST', protocol: 'http:', hostname: 'any', path, headers: signed, body }
  return (await signer.sign(request, { signingDate: time })).headers['authorization'] === authorization
}

/** Members of a request that the script reads. */
interface Asked {
  readonly messages: readonly {
    readonly content: readonly { readonly text?: string; readonly toolResult?: { readonly content: readonly JsonObject[] } }[]
  }[]
  readonly toolConfig?: JsonObject
}

const usage = { inputTokens: 9, outputTokens: 5, totalTokens: 14 }

/** Makes the upstream; `onCall` gets each call that is signed correctly. */
export function createUpstream(onCall: (path: string, headers: IncomingHttpHeaders, body: Buffer) => void): Server {
  return createServer(async (request, response) => {
    const { url = '', headers } = request
    const body = await buffer(request)
    const fail = (status: number, type: string, message: string): void =>
      void response.writeHead(status, { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` }).end(JSON.stringify({ message }))
    if (!(await isSigned(url, headers, body))) return fail(403, 'InvalidSignatureException', 'The signature does not match.')
    onCall(url, headers, body)
    const { messages, toolConfig } = JSON.parse(body.toString()) as Asked // the gateway's own, which the laws hold to the schema
    const content = messages.at(-1)?.content ?? []
    const question = content.map(({ text = '' }) => text).join('')
    const result = content.find(({ toolResult }) => toolResult)?.toolResult?.content
    if (question === 'busy') return fail(429, 'ThrottlingException', 'Too many requests, please wait.')
    const tool = toolConfig !== undefined && result === undefined
    const words = result === undefined ? 'Good morning to you.' : `It is ${JSON.stringify(result)}`
    const toolUse = { toolUseId: 'tooluse_1', name: 'get_weather' }
    const stopReason = tool ? 'tool_use' : 'end_turn'
    if (!url.endsWith('-stream')) {
      const block = tool ? { toolUse: { ...toolUse, input: { city: 'Oslo' } } } : { text: words }
      response.writeHead(200, { 'content-type': 'application/json', 'x-amzn-requestid': 'r1' })
      return void response.end(JSON.stringify({ output: { message: { role: 'assistant', content: [block] } }, stopReason, usage }))
    }
    const index = { contentBlockIndex: 0, p: 'abcdefgh' }
    const pieces = tool ? ['{"city":', '"Oslo"}'].map((input) => ({ toolUse: { input } })) : words.split(/(?<= )/).map((text) => ({ text }))
    const events: readonly (readonly [string, JsonObject])[] = [
      ['messageStart', { p: 'abc', role: 'assistant' }],
      ...(tool ? [['contentBlockStart', { ...index, start: { toolUse } }] as const] : []),
      ...pieces.map((delta) => ['contentBlockDelta', { ...index, delta }] as const),
      ['contentBlockStop', index],
      ['messageStop', { stopReason }],
      ['metadata', { metrics: { latencyMs: 9 }, p: 'abcde', usage }],
    ]
    const writer = createEventStreamWriter()
    const said = events.slice(0, question.startsWith('cut') ? 3 : undefined).flatMap(([name, value]) => {
      const headers = new Map([
        [':event-type', name],
        [':content-type', 'application/json'],
        [':message-type', 'event'],
      ])
      return writer.push({ type: 'message', headers, payload: Buffer.from(JSON.stringify(value)) })
    })
    const bytes = Buffer.concat(said)
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    const end = question === 'cut inside' ? bytes.length - 9 : bytes.length
    for (let from = 0; from < end; from += 7) response.write(bytes.subarray(from, Math.min(from + 7, end)))
    if (question === 'cut off') response.destroy()
    else response.end()
  })
}
