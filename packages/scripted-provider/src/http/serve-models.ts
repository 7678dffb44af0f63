import { dialectFor } from './dialect-for.ts'
import type { Exchange } from './exchange.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import { servedDialects } from './served-dialects.ts'

/** `GET /v1/models` and `GET /v1/models/{id}`, in the messages vendor's style where its version header is sent, else in OpenAI's. */
export function serveModels(exchange: Exchange): void {
  const { path, headers, state } = exchange
  const created = new Date(state.now)
  const style = headers['anthropic-version'] === undefined ? 'openai' : 'anthropic'
  const models = servedDialects.map(({ model }) =>
    style === 'openai'
      ? { id: model, object: 'model', created: Math.floor(state.now / 1000), owned_by: 'interlingua-demo' }
      : { id: model, type: 'model', display_name: `${model} (no real model)`, created_at: created.toISOString() },
  )
  const wanted = path === '/v1/models' ? undefined : decodeURIComponent(path.slice('/v1/models/'.length))
  if (wanted !== undefined) {
    const model = models.find(({ id }) => id === wanted)
    if (model) return sendJson(exchange, 200, model)
    return sendFailure(exchange, dialectFor(path, headers), {
      code: 'not-found',
      message: `model: ${wanted}`,
      retryable: false,
      status: 404,
    })
  }
  sendJson(
    exchange,
    200,
    style === 'openai'
      ? { object: 'list', data: models }
      : { data: models, has_more: false, first_id: models[0]?.id ?? null, last_id: models.at(-1)?.id ?? null },
  )
}
