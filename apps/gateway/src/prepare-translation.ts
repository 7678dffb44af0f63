import { applyPolicy, type Asked, type JsonObject, type Sent, type Sides, type WireMessage } from '@interlingua/core'
import type { UpstreamRequest } from './call-upstream.ts'
import type { Target } from './create-resolver.ts'
import { contextOf, type Exchange } from './exchange.ts'
import type { Fault } from './fault.ts'
import { stripBillingHeader } from './strip-billing-header.ts'

/** A request in the upstream's format, with what its answer needs on the way back. */
export interface Translation {
  readonly request: UpstreamRequest
  readonly sides: Sides
  readonly state: Required<Asked> & Required<Sent>
}

/** Decodes, lowers and encodes. A fault is the policy's refusal, before anything is sent. Throws the errors of the adapters. */
export function prepareTranslation(exchange: Exchange, target: Target, body: JsonObject): Translation | Fault {
  const { door, notices, policy } = exchange
  const { channel, model } = target
  const upstream = channel.door.adapter
  const sides: Sides = { client: contextOf(exchange, {}), upstream: contextOf(exchange, channel.dialect, channel.profileOf(model)) }
  const parsed = door.adapter.parseRequest(readMessage(exchange, body), sides.client)
  const decoded = stripBillingHeader(door.adapter.decodeRequest(parsed, sides.client), exchange.onNotice)
  const request = target.renamed ? { ...decoded, model } : decoded
  const lowered = upstream.lowerRequest(request, sides.upstream)
  const message = upstream.encodeRequest(lowered.request, sides.upstream)
  const refusal = applyPolicy(notices, policy)
  if (refusal) return { failure: refusal }
  return {
    request: {
      path: channel.path(message.path),
      headers: mergeHeaders(message.headers, channel.headers),
      body: JSON.stringify(message.body),
    },
    sides,
    state: { request, reversals: lowered.reversals },
  }
}

/** The channel's headers, and of the message's those that the channel says nothing about: mostly there are none. */
function mergeHeaders(own: Readonly<Record<string, string>>, channel: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in own) if (channel[name] === undefined) return { ...own, ...channel }
  return channel
}

/** The request as a message of its format. Only the headers that belong to the format are in it, never a credential. */
function readMessage({ door, request }: Exchange, body: JsonObject): WireMessage<unknown> {
  const headers: Record<string, string> = {}
  for (const name of door.forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return { path: request.url ?? '', query: {}, headers, body }
}
