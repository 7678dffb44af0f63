import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { diff, requestTranslation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { pairOf } from '../src/pair-of.ts'

const list = { type: 'object', properties: { value: { type: 'string' }, next: { $ref: '#/$defs/List' } }, required: ['value'] }
const schemas: Readonly<Record<string, JsonObject>> = {
  'is a definition': { $defs: { 'a/b': { type: 'object', properties: { c: { type: 'string' } } } }, $ref: '#/$defs/a~1b' },
  'is a definition of a definition': { $defs: { A: { $ref: '#/$defs/B' }, B: { type: 'object', properties: {} } }, $ref: '#/$defs/A' },
  'holds itself': { $defs: { List: list }, $ref: '#/$defs/List' },
  'is nothing but a circle': { $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } }, $ref: '#/$defs/A' },
}

/** OpenAI demands `properties` at the root; empty ones mean no more than an object. */
function said(document: Json): Json {
  const isEmpty = (key: string, value: unknown): boolean =>
    key === 'properties' && typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return JSON.parse(JSON.stringify(document, (key, value: unknown) => (isEmpty(key, value) ? undefined : value))) as Json // JSON.parse gives nothing but JSON
}

describe('arguments whose schema is a reference', () => {
  test.each(Object.entries(schemas))('that %s are an object for Gemini, the second time too', (_, parameters) => {
    const there = requestTranslation(pairOf('chat', 'contents'))
    const back = requestTranslation(pairOf('contents', 'chat'))
    const tools = [{ type: 'function', function: { name: 'f', parameters } }]
    const first = there({ model: 'm', messages: [{ role: 'user', content: 'x' }], tools })
    if (first.type === 'refused') throw new Error(first.message)
    expect(first.output).toMatchObject({ tools: [{ functionDeclarations: [{ parametersJsonSchema: { type: 'object' } }] }] })
    const output = isJsonObject(first.output) ? JSON.stringify(first.output['tools']) : ''
    expect(output).not.toMatch(/"\$ref":"[^"]*","(?!\$)|"type":"object"[^{}]*"\$ref"/)
    const home = back(first.output)
    if (home.type === 'refused') throw new Error(home.message)
    const second = there(home.output)
    expect(second.type === 'done' && [diff(said(first.output), said(second.output)), second.notices]).toEqual([[], []])
  })
})
