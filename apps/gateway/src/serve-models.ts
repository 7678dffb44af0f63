import { answerFailure } from './answer-failure.ts'
import { answerJson } from './answer-json.ts'
import type { Exchange } from './exchange.ts'
import { unknownModel } from './unknown-model.ts'

/** A model as OpenAI lists it. https://platform.openai.com/docs/api-reference/models */
interface ListedModel {
  readonly id: string
  readonly object: 'model'
  /** Unix seconds. */
  readonly created: number
  readonly owned_by: string
}

/** The ids that the channels name outright: a pattern is no id. */
export function serveModels(exchange: Exchange): void {
  answerJson(exchange, { object: 'list', data: [...listModels(exchange).values()] })
}

/** One model of the list. An id that only a pattern admits is shown too: it can be asked for. */
export function serveModel(exchange: Exchange, id: string): void {
  const listed = listModels(exchange).get(id)
  if (listed) return answerJson(exchange, listed)
  const target = exchange.gateway.resolve(id)
  if (target === undefined) return answerFailure(exchange, unknownModel(id))
  answerJson(exchange, describe(id, target.channel.name, exchange))
}

function listModels(exchange: Exchange): ReadonlyMap<string, ListedModel> {
  const models = new Map<string, ListedModel>()
  for (const channel of exchange.gateway.channels) {
    for (const { name, created, ownedBy } of channel.models) {
      if (name.includes('*') || models.has(name)) continue
      models.set(name, describe(name, ownedBy ?? channel.name, exchange, created))
    }
  }
  return models
}

/** The date of publication, where nobody told it, is the day on which the gateway began to offer the model. */
function describe(id: string, owner: string, { gateway }: Exchange, created?: number): ListedModel {
  return { id, object: 'model', created: created ?? Math.floor(gateway.startedAt / 1000), owned_by: owner }
}
