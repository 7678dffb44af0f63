import type { GenerateRequest, JsonObject, Notice } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { chat } from '../src/index.ts'

function send(request: Partial<GenerateRequest>): {
  readonly body: { readonly [key: string]: unknown }
  readonly notices: readonly Notice[]
} {
  const { context, notices } = createTestContext()
  const { request: lowered } = chat.lowerRequest(
    { model: 'm', turns: [{ author: 'user', parts: [{ type: 'text', text: 'hi' }] }], ...request },
    context,
  )
  return { body: chat.encodeRequest(lowered, context).body, notices }
}

const list: JsonObject = { type: 'array', items: { type: 'string' } }
const loose: JsonObject = {
  type: 'object',
  properties: { a: { type: 'string', minLength: 1, format: 'odd' } },
  required: ['a'],
  additionalProperties: false,
}

test('a schema that strict mode cannot say is sent without strictness, which would be refused, and as an object', () => {
  const tool = send({ tools: [{ type: 'function', at: '/tools/0', fields: { strict: '/strict' }, name: 'f', strict: true, schema: list }] })
  expect(tool.body['tools']).toEqual([
    { type: 'function', function: { name: 'f', parameters: { ...list, type: 'object', properties: {} }, strict: false } },
  ])
  expect(tool.notices).toMatchObject([
    { code: 'chat/tool-strict', path: '/tools/0/strict' },
    { code: 'chat/tool-schema-added', path: '/tools/0/schema' },
  ])
  const format = send({
    fields: { 'output.format.strict': '/response_format/json_schema/strict' },
    output: { format: { type: 'json-schema', name: 'n', strict: true, schema: list } },
  })
  expect(format.body['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'n', schema: list, strict: false } })
  expect(format.notices).toMatchObject([{ code: 'chat/format-strict', path: '/response_format/json_schema/strict' }])
})

test('each place of a schema that is weakened is reported once', () => {
  const tool = send({
    tools: [{ type: 'function', at: '/tools/0', fields: { schema: '/input_schema' }, name: 'f', strict: true, schema: loose }],
  })
  expect(tool.notices.map(({ code, path }) => `${code} ${path}`)).toEqual(['chat/tool-schema-weakened /tools/0/input_schema/properties/a'])
  const format = send({
    fields: { 'output.format.schema': '/response_format/json_schema/schema' },
    output: { format: { type: 'json-schema', name: 'n', strict: true, schema: loose } },
  })
  expect(format.notices.map(({ path }) => path)).toEqual(['/response_format/json_schema/schema/properties/a'])
})

test('a schema in the strict subset crosses as the same object', () => {
  const strict: JsonObject = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
  const { context, notices } = createTestContext()
  const lowered = chat.lowerRequest(
    {
      model: 'm',
      turns: [{ author: 'user', parts: [{ type: 'text', text: 'hi' }] }],
      tools: [{ type: 'function', name: 'f', strict: true, schema: strict }],
    },
    context,
  )
  expect(lowered.request.tools?.[0]).toMatchObject({ schema: strict })
  expect(notices).toEqual([])
})
