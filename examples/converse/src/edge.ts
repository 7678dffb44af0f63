import { addUsage, defineEdge, invalidRequest, readSettings, requireList } from '@interlingua/adapter-kit'
import type { JsonObject, Usage } from '@interlingua/core'
import type { AuthorizerOptions, OpenAuthorizer } from '@interlingua/core/edge'
import { createEventStreamToText, createTextToEventStream } from '@interlingua/framing'
import { AwsV4Signer } from 'aws4fetch'
import * as z from 'zod'
import { converse as adapter } from './adapter.ts'
import { notice } from './lower.ts'
import { decodeUsage } from './response.ts'
import { blocks, wire } from './wire.ts'

/** Bedrock Converse, as a gateway serves and calls it. https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference.html */
export const converse = defineEdge({
  adapter,
  title: 'Bedrock Converse',
  vendor: 'bedrock',
  notice,
  wire,
  dialect: { presets: {}, check: readDialect },
  client: {
    routes: [
      { path: '/model/{model}/converse', operation: 'generate', stream: false, summary: 'Generate, as Bedrock Converse' },
      { path: '/model/{model}/converse-stream', operation: 'generate', stream: true, summary: 'Generate, as a stream of Bedrock Converse' },
    ],
    recognizes: (url, headers) => (url.startsWith('/model/') || String(headers['authorization']).startsWith('AWS4-') ? 5 : 0),
    readHead({ body, path: { model = '', stream = false } }) {
      if (model === '') return invalidRequest('the path names no model: /model/{model}/converse')
      return requireList(body, 'messages') ?? { model, stream }
    },
    headers: { forwarded: [], requestId: 'x-amzn-requestid' },
  },
  upstream: { headers: () => ({}), authorize: openSigner, answerKeys: { generate: ['output'] }, usageOf },
  stream: {
    binary: { createReader: () => createEventStreamToText(), createWriter: () => createTextToEventStream() },
    patterns: { keys: ['"stopReason"', '"usage"'], words: ['messageStart', 'event: exception', 'event: invalid'] },
    createStatusReader: () => (event, status) => {
      if (event === '[DONE]') return
      addUsage(status, usageOf(event))
      if (event['role'] !== undefined) status.started = true
      if (event['stopReason'] !== undefined) status.phase = 'complete'
      else if (typeof event['message'] === 'string') status.phase = 'failed'
    },
    passesErrors: true,
  },
})

function usageOf({ usage }: JsonObject): Usage | undefined {
  const known = blocks.usage.safeParse(usage).data
  return known && decodeUsage(known)
}

function readDialect(settings: JsonObject): { readonly region: string } {
  return readSettings('converse', z.looseObject({ region: z.string() }), settings)
}

/** Signature Version 4. The key of the channel is `ACCESSKEYID:SECRET`, and `:TOKEN` behind it where there is one. */
function openSigner({ key = '', settings, now }: AuthorizerOptions): OpenAuthorizer {
  const [accessKeyId = '', secretAccessKey = '', sessionToken = ''] = key.split(':')
  if (accessKeyId === '' || secretAccessKey === '') throw new TypeError('an apiKey ACCESSKEYID:SECRET is wanted')
  const account = { accessKeyId, secretAccessKey, ...(sessionToken !== '' && { sessionToken }), ...readDialect(settings) }
  return {
    async authorize({ method, url, headers, body }) {
      const datetime = new Date(now()).toISOString().replaceAll(/[:-]|\.\d+/g, '')
      const content = body === undefined ? {} : { body: body as string } // bytes are hashed as well
      const call = { ...account, service: 'bedrock', method, url, headers: { ...headers }, ...content, datetime }
      return Object.fromEntries((await new AwsV4Signer(call).sign()).headers)
    },
    secrets: () => [secretAccessKey, sessionToken].filter((secret) => secret !== ''),
  }
}
