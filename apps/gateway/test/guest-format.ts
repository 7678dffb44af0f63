import type { AuthorizerOptions, BinaryFraming, FormatEdge, OpenAuthorizer } from '@interlingua/core/edge'
import { messages } from '@interlingua/messages/edge'
import { createHmac } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'

/** Inverts each byte, the guest's form of a stream on the wire, so that no part can be taken for text. */
export function turnOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0xff))
}

const binary: BinaryFraming = {
  createReader() {
    const text = new StringDecoder('utf8')
    return { push: (bytes) => [text.write(turnOver(bytes))], end: () => [text.end()] }
  },
  createWriter: () => ({ push: (text) => [turnOver(Buffer.from(text))], end: () => [] }),
}

/** Signature of a call for the guest's server: over the body, with a token that the server issued. */
export function signatureOf(token: string, body: string | Uint8Array): string {
  return createHmac('sha256', token).update(body).digest('hex')
}

/** Creates an authorizer that signs each call with a token, fetched by the channel's key, and again after a refusal. */
function createAuthorizer({ key, settings, fetch }: AuthorizerOptions): OpenAuthorizer {
  const tokens = settings['tokens']
  if (key === undefined || typeof tokens !== 'string') throw new TypeError('the guest wants an apiKey, and dialect.tokens')
  let token: Promise<string> | undefined
  let secrets: readonly string[] = []
  async function fetchToken(): Promise<string> {
    const { status, body } = await fetch({ method: 'POST', url: tokens as string, headers: { 'x-key': key ?? '' } }) // both were looked at
    if (status !== 200) throw new Error(`the server of tokens refused ${key}`)
    secrets = [body]
    return body
  }
  return {
    async authorize({ body = '' }) {
      token ??= fetchToken()
      try {
        return { 'x-signature': signatureOf(await token, body) }
      } catch (error) {
        token = undefined
        throw error
      }
    },
    refused() {
      token = undefined
      return true
    },
    secrets: () => secrets,
  }
}

/** A format that no package of ours has: that of Anthropic under another name, at its own paths, with signed calls and streams that are no text. */
export const guest: FormatEdge = {
  ...messages,
  adapter: {
    ...messages.adapter,
    format: 'guest',
    http: { ...messages.adapter.http, streamContentType: 'application/x-guest', path: () => '/guest/ask' },
    encodeRequest: (request, context) => ({ ...messages.adapter.encodeRequest(request, context), path: '/guest/ask' }),
  },
  vendor: 'guests',
  dialect: { presets: {}, check: () => {} },
  client: {
    ...messages.client,
    routes: [{ path: '/guest/ask', operation: 'generate', summary: 'Ask the guest' }],
    recognizes: () => 0,
    stream: { ...messages.client.stream, keepAlive: { text: '', afterStart: true } },
  },
  upstream: { ...messages.upstream, headers: () => ({}), authorize: createAuthorizer, supports: {} },
  stream: { ...messages.stream, binary },
  describe: { ...messages.describe, title: 'Guest' },
}
