import { answerFailure } from '../answer-failure.ts'
import { answerJson } from '../answer-json.ts'
import type { Exchange } from '../exchange.ts'
import { faultOfError } from '../fault-of-error.ts'
import { unknownModel } from '../unknown-model.ts'

/** A model as OpenAI lists it. https://platform.openai.com/docs/api-reference/models */
interface ListedModel {
  readonly id: string
  readonly object: 'model'
  /** Unix seconds. */
  readonly created: number
  readonly owned_by: string
}

/** The ids that the channels name outright, and of those with patterns what their upstreams say they have. */
export async function serveModels(exchange: Exchange): Promise<void> {
  try {
    const models = await listModels(exchange)
    if (!exchange.response.destroyed) answerJson(exchange, { object: 'list', data: [...models.values()] })
  } catch (error) {
    answerFailure(exchange, faultOfError(error))
  }
}

/** One model of the list. An id that only a pattern admits is shown too: it can be asked for. */
export function serveModel(exchange: Exchange, id: string): void {
  const { channels, resolve } = exchange.gateway
  for (const channel of channels) {
    const entry = channel.models.find(({ name }) => name === id)
    if (entry) return answerJson(exchange, describe(id, entry.ownedBy ?? channel.name, exchange, entry.created))
  }
  const target = resolve(id, exchange.door.adapter.format)
  if (target === undefined) return answerFailure(exchange, unknownModel(id))
  answerJson(exchange, describe(id, target.channel.name, exchange))
}

async function listModels(exchange: Exchange): Promise<ReadonlyMap<string, ListedModel>> {
  const { channels, offered } = exchange.gateway
  const models = new Map<string, ListedModel>()
  for (const channel of channels) {
    for (const { name, created, ownedBy } of channel.models) {
      if (!name.includes('*') && !models.has(name)) models.set(name, describe(name, ownedBy ?? channel.name, exchange, created))
    }
  }
  const lists = await Promise.all(channels.map(async (channel) => ({ channel, list: await offered(channel) })))
  for (const { channel, list } of lists) {
    for (const { id, created, ownedBy } of list)
      if (!models.has(id)) models.set(id, describe(id, ownedBy ?? channel.name, exchange, created))
  }
  return models
}

/** The date of publication, where nobody told it, is the day on which the gateway began to offer the model. */
function describe(id: string, owner: string, { gateway }: Exchange, created?: number): ListedModel {
  return { id, object: 'model', created: created ?? Math.floor(gateway.startedAt / 1000), owned_by: owner }
}
