import type { JsonObject } from '@interlingua/core'
import { dialectFor } from './dialect-for.ts'
import type { Exchange } from './exchange.ts'
import { mediaDialects } from './media/media-dialects.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import { servedDialects } from './served-dialects.ts'

/** Every demo model, with the methods that Google's list names. */
const listed: readonly { readonly model: string; readonly methods: readonly string[] }[] = [
  ...servedDialects.flatMap(({ model, otherModels = [] }) =>
    [model, ...otherModels].map((name) => ({ model: name, methods: ['generateContent', 'countTokens'] })),
  ),
  ...mediaDialects.flatMap(({ models }) => Object.entries(models).map(([model, method]) => ({ model, methods: [method] }))),
]

type Style = 'openai' | 'anthropic' | 'google'

/**
 * `GET /v1/models` and `GET /v1/models/{id}`, in the messages vendor's style where its version header is sent, in Google's below `/v1beta`
 * and where its key header is sent, else in OpenAI's.
 */
export function serveModels(exchange: Exchange): void {
  const { path, headers, state } = exchange
  const style: Style =
    path.startsWith('/v1beta/') || headers['x-goog-api-key'] !== undefined
      ? 'google'
      : headers['anthropic-version'] === undefined
        ? 'openai'
        : 'anthropic'
  const models = listed.map(({ model, methods }) => ({ model, printed: printModel(model, methods, style, state.now) }))
  const wanted = /^\/v1(?:beta)?\/models\/(.+)$/.exec(path)?.[1]
  if (wanted !== undefined) {
    const id = decodeURIComponent(wanted)
    const found = models.find(({ model }) => model === id)
    if (found) return sendJson(exchange, 200, found.printed)
    return sendFailure(exchange, dialectFor(style === 'google' ? '/v1beta/models/x:generateContent' : path, headers), {
      code: 'not-found',
      message: style === 'google' ? `Model is not found: models/${id} for api version v1beta` : `model: ${id}`,
      retryable: false,
      status: 404,
    })
  }
  const data = models.map(({ printed }) => printed)
  sendJson(
    exchange,
    200,
    printList(
      data,
      style,
      models.map(({ model }) => model),
    ),
  )
}

function printModel(model: string, methods: readonly string[], style: Style, now: number): JsonObject {
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

function printList(data: readonly JsonObject[], style: Style, ids: readonly string[]): JsonObject {
  switch (style) {
    case 'openai':
      return { object: 'list', data }
    case 'anthropic':
      return { data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }
    case 'google':
      return { models: data }
  }
}
