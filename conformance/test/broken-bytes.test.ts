import type { JsonObject } from '@interlingua/core'
import { WireError } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formats } from '../src/formats.ts'

// Bytes that are no base64 are refused at the caller's own field in any kind of part: a vendor would name a field that the caller never
// wrote.
const broken = 'no base64 (at all)'
const url = `data:application/pdf;base64,${broken}`

const inMessages = (block: JsonObject): JsonObject => ({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [block] }] })
const inChat = (part: JsonObject): JsonObject => ({ model: 'm', messages: [{ role: 'user', content: [part] }] })
const inResponses = (part: JsonObject): JsonObject => ({ model: 'm', input: [{ type: 'message', role: 'user', content: [part] }] })
const inContents = (part: JsonObject): JsonObject => ({ model: 'm', contents: [{ role: 'user', parts: [part] }] })

const cases: readonly (readonly [FormatId, JsonObject, string])[] = [
  [
    'messages',
    inMessages({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: broken } }),
    '/messages/0/content/0/source/data',
  ],
  [
    'messages',
    inMessages({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: broken } }),
    '/messages/0/content/0/source/data',
  ],
  ['chat', inChat({ type: 'image_url', image_url: { url } }), '/messages/0/content/0/image_url/url'],
  ['chat', inChat({ type: 'image_url', image_url: url }), '/messages/0/content/0/image_url'],
  ['chat', inChat({ type: 'video_url', video_url: { url } }), '/messages/0/content/0/video_url/url'],
  ['chat', inChat({ type: 'file', file: { file_data: url } }), '/messages/0/content/0/file/file_data'],
  ['chat', inChat({ type: 'file', file: { file_data: broken } }), '/messages/0/content/0/file/file_data'],
  ['chat', inChat({ type: 'input_audio', input_audio: { data: broken, format: 'wav' } }), '/messages/0/content/0/input_audio/data'],
  ['chat', inChat({ type: 'input_audio', input_audio: broken }), '/messages/0/content/0/input_audio'],
  ['responses', inResponses({ type: 'input_image', image_url: url }), '/input/0/content/0/image_url'],
  ['responses', inResponses({ type: 'input_file', file_data: url }), '/input/0/content/0/file_data'],
  ['responses', inResponses({ type: 'input_file', file_data: broken }), '/input/0/content/0/file_data'],
  ['contents', inContents({ inlineData: { mimeType: 'image/png', data: broken } }), '/contents/0/parts/0/inlineData/data'],
  ['contents', inContents({ inline_data: { mime_type: 'image/png', data: broken } }), '/contents/0/parts/0/inline_data/data'],
]

describe('bytes that are no base64', () => {
  test.each(cases)('%s: %j is refused at %s', (id, body, at) => {
    const { documents, headers } = formats[id]
    const parse = (sent: JsonObject): unknown =>
      documents.parseRequest({ path: '', query: {}, headers, body: sent }, createTestContext().context)
    expect(() => parse(body)).toThrowError(WireError)
    expect(() => parse(body)).toThrowError(expect.objectContaining({ path: at }) as Error)
    // The same request with valid bytes.
    expect(() => parse(JSON.parse(JSON.stringify(body).replaceAll(broken, 'AAAA')) as JsonObject)).not.toThrow()
  })
})
