import { expect, test } from 'vitest'
import { createUpstreamPaths, matchRoute } from '../src/edge.ts'
import type { EdgeRoute } from '../src/edge.ts'

const messages: readonly EdgeRoute[] = [
  { path: '/v1/messages', operation: 'generate', summary: '' },
  { path: '/v1/messages/count_tokens', operation: 'count', summary: '' },
]
const contents: readonly EdgeRoute[] = [
  { path: '/v1beta/models/{model}:generateContent', operation: 'generate', summary: '' },
  { path: '/v1beta/models/{model}:streamGenerateContent', operation: 'generate', stream: true, summary: '' },
]
const converse: readonly EdgeRoute[] = [{ path: '/model/{model}/converse', operation: 'generate', summary: '' }]
const match = (routes: readonly EdgeRoute[], path: string, method = 'POST') => matchRoute(routes, { method, path })

test('a route is found by its path, whatever stands before its version', () => {
  const generate = { operation: 'generate', path: { path: '/v1/messages', version: '/v1' } }
  expect(match(messages, '/v1/messages')).toEqual(generate)
  expect(match(messages, '/v1/messages/')).toEqual(generate)
  expect(match(messages, '/api/anthropic/v1/messages')).toEqual(generate)
  expect(match(messages, '/v1/messages/count_tokens')?.operation).toBe('count')
  expect(match(messages, '/messages')).toEqual({ operation: 'generate', path: { path: '/messages' } })
})

test('what only ends like a route is none', () => {
  expect(match(messages, '/v1/threads/thread_1/messages')).toBeUndefined()
  expect(match(messages, '/v1/messages/batches')).toBeUndefined()
  expect(match(messages, '/proxy/messages')).toBeUndefined()
  expect(match(messages, '/v1/messages', 'GET')).toBeUndefined()
})

test('a path that names a model gives the model, and whether the answer streams', () => {
  expect(match(contents, '/v1beta/models/gemini-3:generateContent')).toEqual({
    operation: 'generate',
    path: { version: '/v1beta', path: '/v1beta/models/gemini-3:generateContent', model: 'gemini-3', stream: false },
  })
  const cloud = '/v1beta1/projects/p/locations/l/publishers/google/models/gemini-3:streamGenerateContent'
  expect(match(contents, cloud)?.path).toEqual({
    version: '/v1beta1',
    path: '/v1beta1/models/gemini-3:streamGenerateContent',
    model: 'gemini-3',
    stream: true,
  })
  expect(match(contents, '/v1beta/models/acme%2Fbig:generateContent')?.path).toMatchObject({
    model: 'acme/big',
    path: '/v1beta/models/acme%2Fbig:generateContent',
  })
  expect(match(contents, '/v1beta/models/a%zz:generateContent')?.path.model).toBe('a%zz')
  expect(match(contents, '/v1beta/models/gemini-3:embedContent')).toBeUndefined()
  expect(match(converse, '/model/acme.big-v1%3A0/converse')?.path.model).toBe('acme.big-v1:0')
})

test('a base address with a version replaces the version of an endpoint, and keeps its query', () => {
  expect(createUpstreamPaths(new URL('https://host'))('/v1/messages')).toBe('/v1/messages')
  expect(createUpstreamPaths(new URL('https://host/api/v3/'))('/v1/chat/completions')).toBe('/api/v3/chat/completions')
  expect(createUpstreamPaths(new URL('https://host/openai?api-version=1'))('/v1/x?alt=sse')).toBe('/openai/v1/x?alt=sse&api-version=1')
})
