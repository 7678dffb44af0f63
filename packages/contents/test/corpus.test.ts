import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@interlingua/core'
import { createTestContext, messageOf } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { decodeCountRequest, encodeCountRequest, parseCountRequest } from '../src/count.ts'
import { decodeRequest } from '../src/decode-request.ts'
import { encodeRequest } from '../src/encode-request.ts'
import { lowerRequest } from '../src/lower-request.ts'
import { parseRequest } from '../src/parse-request.ts'
import { snakeName } from '../src/spelling.ts'
import { camelNames } from '../src/wire/camel-names.ts'

// Recorded traffic of real clients, which lies beside the checkout and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

const exchanges = ['contents', 'count_tokens']
  .flatMap((folder) => globSync(`${folder}/*.json`, { cwd: corpus }))
  .map((file) => JSON.parse(readFileSync(`${corpus}/${file}`, 'utf8')) as Recording)
  .filter(
    ({ path, request, status }) => /:(generateContent|streamGenerateContent|countTokens)$/.test(path) && request !== null && status !== 400,
  )

const known = new Set(camelNames.values())
const free = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'responseSchema',
  'response_schema',
  'responseJsonSchema',
  'labels',
])

/** Document with every name of the format in snake_case. */
function toSnake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnake)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      known.has(key) ? snakeName(key) : key,
      free.has(key) ? (inner as unknown) : toSnake(inner),
    ]),
  )
}

describeRecordings('recorded requests', corpus, () => {
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(80))

  describe.each(exchanges.map((exchange) => [exchange.id, exchange] as const))('%s', (_, exchange) => {
    const message = messageOf(exchange)
    if (message === undefined) return

    test.each([
      ['as it was recorded', message.body],
      ['in snake_case', toSnake(message.body)],
    ])('comes back %s', (__, body) => {
      const { context, notices } = createTestContext()
      const spelled = { ...message, body }
      const back = exchange.path.endsWith(':countTokens')
        ? encodeCountRequest(decodeCountRequest(parseCountRequest(spelled, context), context), context)
        : encodeRequest(decodeRequest(parseRequest(spelled, context), context), context)
      expect(back.body).toEqual(body)
      expect(notices).toEqual([])
    })

    test('is lowered without a change and without a word', () => {
      if (exchange.path.endsWith(':countTokens')) return
      const { context, notices } = createTestContext()
      const request = decodeRequest(parseRequest(message, context), context)
      expect(encodeRequest(lowerRequest(request, context).request, context).body).toEqual(message.body as JsonObject)
      expect(notices).toEqual([])
    })
  })
})
