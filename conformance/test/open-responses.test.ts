import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { answerOf } from '../src/answer-of.ts'
import { crossAnswer, crossStream } from '../src/cross.ts'
import { othersOf } from '../src/format-pairs.ts'
import { recordedCorpus } from '../src/recorded-corpus.ts'

/** Published schema of Open Responses, which lies beside the checkout. */
const published = new URL('../../../shared/spec/open-responses/openapi.json', import.meta.url)

/** Kinds of items and tools that the published schema does not know, and that an honest answer has all the same. */
const unknownKinds =
  /^(?:custom_tool_call|web_search_call|code_interpreter_call|file_search_call|image_generation_call|mcp_|computer_call|shell|local_shell|apply_patch|tool_search|program)/

function kindsOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(kindsOf) // an array of JSON values
  if (!isJsonObject(value)) return []
  const { type } = value
  return [...(typeof type === 'string' ? [type] : []), ...Object.values(value).flatMap(kindsOf)]
}

function isKnown(value: Json | undefined): boolean {
  return !kindsOf(value).some((kind) => unknownKinds.test(kind))
}

describeRecordings('translated answers of Responses are valid by the published schema', published, () => {
  const { components } = JSON.parse(readFileSync(published, 'utf8')) as { components: { schemas: Record<string, JsonObject> } } // OpenAPI
  const ajv = new Ajv2020({ strict: false, allErrors: false, discriminator: false, validateFormats: false })
  ajv.addSchema({ $id: 'open-responses', components })
  const schemaOf = (name: string): ValidateFunction => ajv.compile({ $ref: `open-responses#/components/schemas/${name}` })
  const isResponse = schemaOf('ResponseResource')
  const events = new Map(
    Object.entries(components.schemas).flatMap(([name, { properties }]) => {
      if (!name.endsWith('StreamingEvent') || !isJsonObject(properties) || !isJsonObject(properties['type'])) return []
      const [type] = Array.isArray(properties['type']['enum']) ? properties['type']['enum'] : []
      return typeof type === 'string' ? [[type, schemaOf(name)] as const] : []
    }),
  )

  const problemOf = (validate: ValidateFunction, value: unknown): string | undefined =>
    validate(value) ? undefined : validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')

  test.each(othersOf('responses'))('of %s, documents and streams', (format) => {
    const { recordings = [] } = recordedCorpus().find((set) => set.format === format && set.counts !== true) ?? {}
    const problems: string[] = []
    let documents = 0
    let sent = 0
    for (const recording of recordings) {
      const answer = answerOf(recording, format)
      if (answer !== undefined) {
        const { body } = crossAnswer(format, 'responses', answer) as { readonly body: Json } // an answer that was encoded
        if (isKnown(body) && isJsonObject(body) && body['object'] === 'response') {
          documents++
          const problem = problemOf(isResponse, body)
          if (problem !== undefined) problems.push(`${recording.id}: ${problem}`)
        }
      }
      if (recording.stream === undefined) continue
      for (const line of crossStream(format, 'responses', recording.stream).split('\n')) {
        if (!line.startsWith('data: {')) continue
        const event = JSON.parse(line.slice(6)) as JsonObject & { readonly type: string } // an event that was encoded
        const validate = events.get(event.type)
        if (validate === undefined || !isKnown(event)) continue
        sent++
        const problem = problemOf(validate, event)
        if (problem !== undefined) problems.push(`${recording.id} ${event.type}: ${problem}`)
      }
    }
    expect(problems).toEqual([])
    expect([documents > 30, sent > 100]).toEqual([true, true])
  })
})
