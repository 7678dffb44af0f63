import type { Context } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'

/** The context of the client's side. In formats whose limits are the model's, it knows the model that was asked for. */
export function clientContext(exchange: Exchange, model: string): Context {
  const { edge, gateway } = exchange
  return contextOf(exchange, undefined, edge.client.checksModel ? gateway.profileOf(edge.adapter.format, model) : undefined)
}
