import { pageModels } from '@interlingua/models'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { refuseModel } from '../keys/refuse-model.ts'
import { queryOf } from '../requests/query-of.ts'
import { unknownModel } from '../requests/unknown-model.ts'
import { collectModels, describeNamed, describeOffered } from './collect-models.ts'
import { configuredModel } from './configured-model.ts'
import { findAny } from './find-any.ts'
import { knownModel } from './known-model.ts'
import { modelStyleOf, type ModelStyle } from './model-styles.ts'
import { patternsOf } from './patterns-of.ts'

/** The list depends on the key and on whose style is asked for; an hour is how long clients are told to keep it. */
const headers = {
  'cache-control': 'private, max-age=3600',
  vary: 'authorization, x-api-key, x-goog-api-key, x-google-api-key, x-anthropic-api-key, x-openai-api-key, anthropic-version',
}

/** `GET /v1/models` and `/v1beta/models`: what the key may use, in the style of the client, whole or by pages. */
function serveModels(exchange: Exchange): void {
  void guardAsync(exchange, async () => {
    const { style, after, before, newestFirst } = styleOfClient(exchange)
    const query = style.decodeQuery(Object.fromEntries(queryOf(exchange.request.url ?? '')))
    const models = await collectModels(exchange)
    if (exchange.response.destroyed) return
    const ordered = newestFirst ? models.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)) : models
    const page = pageModels(ordered, query, { format: style.format, after, before })
    exchange.headers = { ...exchange.headers, ...headers }
    answerJson(exchange, style.encodeList(page, exchange).body)
  })
}

/** One model. An id that only a pattern admits is shown too: it can be asked for. */
function serveModel(exchange: Exchange, id: string): void {
  void guardAsync(exchange, async () => {
    const { gateway, edge, key } = exchange
    const { style } = styleOfClient(exchange)
    if (!permitsModel(key, id)) return answerFailure(exchange, refuseModel(id))
    for (const channel of gateway.channels) {
      const entry = configuredModel(channel.models, id)
      if (entry === undefined) continue
      const list = entry.created === undefined ? await gateway.offered(channel) : []
      return answer(describeNamed(channel, entry, list))
    }
    const target = findAny(gateway, id, edge.adapter.format)
    if (target === undefined) return answerFailure(exchange, unknownModel(id, patternsOf(gateway, key)))
    const { channel, listed } = target
    const known = knownModel(await gateway.offered(channel), target.model)
    const entry = { ...(configuredModel(channel.models, listed) ?? { name: id }), upstream: target.model }
    answer(describeOffered(channel, entry, { ...known, id }))

    function answer(model: Parameters<typeof style.encodeModel>[0]): void {
      if (exchange.response.destroyed) return
      exchange.headers = { ...exchange.headers, ...headers }
      answerJson(exchange, style.encodeModel(model, exchange).body)
    }
  })
}

/** In whose style models are shown: that of the client's vendor, which also decides how errors are worded. */
function styleOfClient({ gateway, request }: Exchange): ModelStyle {
  return modelStyleOf(gateway.formats.ofClient(request.url ?? '', request.headers).vendor)
}

const read = { method: 'GET', access: 'key', operation: 'models', metered: false, rated: true } as const

export const modelEndpoints: readonly Endpoint[] = [
  { ...read, path: '/v1/models', serve: serveModels },
  { ...read, path: '/v1/models/{id+}', serve: (exchange, { id = '' }) => serveModel(exchange, id) },
  { ...read, path: '/v1beta/models', serve: serveModels },
  { ...read, path: '/v1beta/models/{id+}', serve: (exchange, { id = '' }) => serveModel(exchange, id) },
]
