import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '../served.ts'
import { descriptionKey } from '../../src/operation/openapi/describe.ts'
import { descriptions } from '../../src/operation/openapi/descriptions.ts'
import { startGateway } from '../start-gateway.ts'

interface Described {
  readonly openapi: string
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly security?: readonly object[] }>>>
  >
  readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> }
}

async function describeRunning(): Promise<{ readonly text: string; readonly described: Described }> {
  const { url } = await startGateway()
  const text = await (await fetch(`${url}/openapi.json`)).text()
  return { text, described: JSON.parse(text) as Described } // the tests check the shape
}

test('the description is valid OpenAPI 3.1', async () => {
  const { described } = await describeRunning()
  const { valid, errors } = await new Validator().validate({ ...described })
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(described.openapi).toBe('3.1.0')
})

test('every endpoint has a description, and every description an endpoint', async () => {
  const all = endpoints
  expect(new Set(all.map(descriptionKey))).toEqual(new Set(Object.keys(descriptions)))
  const { described } = await describeRunning()
  const shown = Object.entries(described.paths)
    // The admin API has a test of its own.
    .filter(([path]) => !path.startsWith('/admin/api/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  const wanted = Object.keys(descriptions)
  const older = all.flatMap((endpoint) => (endpoint.also ?? []).map((path) => descriptionKey({ ...endpoint, path })))
  expect(shown.toSorted()).toEqual([...wanted, ...older].toSorted())
})

test('references lead somewhere, and no operation has the id of another', async () => {
  const { text, described } = await describeRunning()
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]*)"/g)) {
    let place: unknown = described
    for (const key of path.split('/')) place = (place as Record<string, unknown>)[key] // the test looks for missing ones
    expect(place, path).toBeDefined()
  }
  const ids = Object.values(described.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test('bodies are those of the formats, and what is open says so', async () => {
  const { described } = await describeRunning()
  const { schemas } = described.components
  expect(schemas['MessagesRequest']?.required).toEqual(['model', 'messages', 'max_tokens'])
  expect(schemas['ChatRequest']?.required).toEqual(['model', 'messages'])
  expect(described.paths['/healthz']?.['get']?.security).toEqual([])
  expect(described.paths['/v1/messages']?.['post']?.security).toBeUndefined()
})
