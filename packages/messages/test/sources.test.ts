import type { JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { checkSources, messages } from '../src/index.ts'

const bodyOf = (block: JsonObject): JsonObject => ({
  model: 'm',
  max_tokens: 9,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }, block] }],
})
const parse = (block: JsonObject) => () =>
  messages.parseRequest({ path: '/v1/messages', query: {}, headers: {}, body: bodyOf(block) }, createTestContext().context)
const image = (source: JsonObject): JsonObject => ({ type: 'image', source })

describe('P10: the source of an image or document', () => {
  test.each([
    [image({ type: 'base64', media_type: 'text/plain', data: 'AAAA' }), '/media_type'],
    [image({ type: 'base64', media_type: 'image/png', data: '!!not base64!!' }), '/data'],
    [image({ type: 'base64', media_type: 'image/png', data: `${'A'.repeat(9000)}*` }), '/data'],
    [image({ type: 'base64', media_type: 'image/png', data: '' }), '/data'],
  ])('%j is refused at its field', (block, at) => {
    expect(parse(block)).toThrow(expect.objectContaining({ path: `/messages/0/content/1/source${at}` }))
    expect(() => checkSources(bodyOf(block))).toThrow(expect.objectContaining({ path: `/messages/0/content/1/source${at}` }))
  })

  test('of an unknown type is left to its own server, and refused by who answers for all', () => {
    expect(parse(image({ type: 'teleport', wire: 1 }))).not.toThrow()
    const inResult = { type: 'tool_result', tool_use_id: 'a', content: [image({ type: 'teleport' })] }
    expect(() => checkSources(bodyOf(inResult))).toThrow(expect.objectContaining({ path: '/messages/0/content/1/content/0/source/type' }))
  })

  test.each([
    image({ type: 'base64', media_type: 'image/jpg', data: 'AA==\n' }),
    image({ type: 'url', url: 'https://a.example/a.png' }),
    image({ type: 'file', file_id: 'file_1' }),
    { type: 'document', source: { type: 'content', content: 'x' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
  ])('%j is taken', (block) => {
    expect(parse(block)).not.toThrow()
    expect(() => checkSources(bodyOf(block))).not.toThrow()
  })
})
