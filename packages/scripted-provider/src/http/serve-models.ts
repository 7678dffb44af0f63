import type { JsonObject } from '@interlingua/core'
import { dialectFor, dialectsOf } from './dialect-for.ts'
import type { DemoRequest } from './demo-request.ts'
import { mediaDialects } from './media/media-dialects.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'

interface Listed {
  readonly model: string
  readonly methods: readonly string[]
}

/** The demo models, with the methods in Google's list. */
const listed = ({ state }: DemoRequest): readonly Listed[] => [
  ...dialectsOf(state).flatMap(({ model, otherModels = [] }) =>
    [model, ...otherModels].map((name) => ({ model: name, methods: ['generateContent', 'countTokens'] })),
  ),
  ...mediaDialects.flatMap(({ models }) => Object.entries(models).map(([model, method]) => ({ model, methods: [method] }))),
]

type Style = 'openai' | 'anthropic' | 'google'

/**
 * Serves `GET /v1/models` and `GET /v1/models/{id}`: in the style of messages for its version header, in Google's below `/v1beta` or for
 * its key header, and otherwise in OpenAI's.
 */
export function serveModels(demoRequest: DemoRequest): void {
  const { path, headers, state } = demoRequest
  const style: Style =
    path.startsWith('/v1beta/') || headers['x-goog-api-key'] !== undefined
      ? 'google'
      : headers['anthropic-version'] === undefined
        ? 'openai'
        : 'anthropic'
  const models = listed(demoRequest).map(({ model, methods }) => ({ model, printed: encodeModel(model, methods, style, state.now) }))
  const wanted = /^\/v1(?:beta)?\/models\/(.+)$/.exec(path)?.[1]
  if (wanted !== undefined) {
    const id = decodeURIComponent(wanted)
    const found = models.find(({ model }) => model === id)
    if (found) return sendJson(demoRequest, 200, found.printed)
    return sendFailure(demoRequest, dialectFor(demoRequest, style === 'google' ? '/v1beta/models/x:generateContent' : path), {
      code: 'not-found',
      message: style === 'google' ? `Model is not found: models/${id} for api version v1beta` : `model: ${id}`,
      retryable: false,
      status: 404,
    })
  }
  const data = models.map(({ printed }) => printed)
  sendJson(
    demoRequest,
    200,
    encodeList(
      data,
      style,
      models.map(({ model }) => model),
    ),
  )
}

function encodeModel(model: string, methods: readonly string[], style: Style, now: number): JsonObject {
  switch (style) {
    case 'openai':
      return { id: model, object: 'model', created: Math.floor(now / 1000), owned_by: 'interlingua-demo' }
    case 'anthropic':
      return { id: model, type: 'model', display_name: `${model} (no real model)`, created_at: new Date(now).toISOString() }
    case 'google':
      return {
        name: `models/${model}`,
        version: '1',
        displayName: `${model} (no real model)`,
        description: 'A demo without a model',
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: [...methods],
        temperature: 1,
        maxTemperature: 2,
        thinking: true,
      }
  }
}

function encodeList(data: readonly JsonObject[], style: Style, ids: readonly string[]): JsonObject {
  switch (style) {
    case 'openai':
      return { object: 'list', data }
    case 'anthropic':
      return { data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }
    case 'google':
      return { models: data }
  }
}
