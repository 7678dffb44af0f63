import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { isAnthropicStrict, isGeminiJson, isGeminiSchema, isOpenAiStrict, lowerSchema, type SchemaDialect } from '@interlingua/schema'

/** Recorded exchanges beside the checkout; absent where only the project was cloned. */
const corpus = new URL('../../../../shared/corpus/', import.meta.url)

interface Found {
  readonly id: string
  readonly schema: JsonObject
  /** The dialect whose API accepted the schema as strict. */
  readonly accepted: SchemaDialect | undefined
}

function schemasIn(value: Json, strictAlways: boolean): { schema: JsonObject; strict: boolean }[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap((inner) => schemasIn(inner as Json, strictAlways)) // a value of JSON is JSON
  if (!isJsonObject(value)) return below
  const schema = value.schema ?? value.parameters ?? value.input_schema ?? value.parametersJsonSchema ?? value.responseJsonSchema
  if (!isJsonObject(schema)) return below
  return [...below, { schema, strict: value.strict === true || (strictAlways && value.type === 'json_schema') }]
}

function findSchemas(): Found[] {
  const found = new Map<string, Found>()
  for (const format of ['messages', 'chat', 'responses', 'contents']) {
    for (const id of readdirSync(new URL(`${format}/`, corpus))) {
      const exchange = JSON.parse(readFileSync(new URL(`${format}/${id}`, corpus), 'utf8')) as {
        request: Json
        status: number
        provider: string
      }
      const dialect =
        exchange.status !== 200
          ? undefined
          : exchange.provider === 'anthropic'
            ? 'anthropic-strict'
            : exchange.provider === 'openai' || exchange.provider === 'azure'
              ? 'openai-strict'
              : undefined
      for (const { schema, strict } of schemasIn(exchange.request, format === 'messages')) {
        const accepted = strict ? dialect : undefined
        found.set(`${accepted} ${JSON.stringify(schema)}`, { id, schema, accepted })
      }
    }
  }
  return [...found.values()]
}

describeRecordings('recorded schemas', corpus, () => {
  const found = findSchemas()

  it('that an API took as strict are strict to us', () => {
    const accepted = found.filter((each) => each.accepted !== undefined)
    expect(accepted.length).toBeGreaterThan(30)
    const refused = accepted.filter(
      ({ schema, accepted: dialect }) => !(dialect === 'openai-strict' ? isOpenAiStrict(schema) : isAnthropicStrict(schema)),
    )
    expect(refused.map(({ id }) => id)).toEqual([])
  })

  it('are lowered to what is strict', () => {
    expect(found.length).toBeGreaterThan(100)
    for (const { id, schema } of found) {
      const openAi = lowerSchema(schema, 'openai-strict', '').schema
      expect(isOpenAiStrict(openAi) || openAi.type !== 'object', id).toBe(true)
      expect(isAnthropicStrict(lowerSchema(schema, 'anthropic-strict', '').schema), id).toBe(true)
      expect(isGeminiJson(lowerSchema(schema, 'gemini-json', '').schema), id).toBe(true)
      expect(isGeminiSchema(lowerSchema(schema, 'gemini-schema', '').schema), id).toBe(true)
    }
  })
})
