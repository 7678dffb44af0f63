import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import { isChosen } from '../channels/is-chosen.ts'
import type { Channel } from '../channels/channel.ts'
import type { Formats } from '../create-formats.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import { contextOf, type Exchange } from '../exchange.ts'
import { explainRequest } from '../explain/explain-request.ts'
import { messageOf } from '../explain/message-of.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { refuseModel } from '../keys/refuse-model.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { queryOf } from '../requests/query-of.ts'
import { readPolicy } from '../requests/read-policy.ts'
import { unknownModel } from '../requests/unknown-model.ts'

/** `POST /v1/translate?from=&to=`: a request in the canonical model and in another format, with what is lost, and nothing sent. */
export function serveTranslate(exchange: Exchange, { body }: ParsedBody): void {
  const query = queryOf(exchange.request.url ?? '')
  const from = readFormat(exchange.gateway.formats, query, 'from')
  if ('failure' in from) return answerFailure(exchange, from)
  const streamed = query.get('stream')
  const message = messageOf(
    from,
    body,
    query.get('model') ?? undefined,
    streamed === null ? undefined : streamed === 'true',
    formatHeaders(exchange, from),
  )
  const named = query.get('model') ?? body['model']
  const model = typeof named === 'string' ? named : ''
  const target = exchange.gateway.resolve(model, from.adapter.format)
  // What a channel calls its models is told to those alone who may use them.
  if (target !== undefined && !permitsModel(exchange.key, model)) return answerFailure(exchange, refuseModel(model))
  const to = query.has('to') ? readFormat(exchange.gateway.formats, query, 'to') : (target?.channel.edge ?? unknownModel(model))
  if ('failure' in to) return answerFailure(exchange, to)
  // A channel of another format says nothing about this one.
  const channel = target?.channel.edge === to ? target.channel : undefined
  const policy = readPolicy(exchange.request.headers, target?.channel.policy ?? exchange.policy)
  if ('failure' in policy) return answerFailure(exchange, policy)
  exchange.policy = policy.policy
  const explanation = explainRequest(message, {
    from,
    to,
    ...(channel && target?.renamed && { model: target.model }),
    ...(typeof channel?.dialect['version'] === 'string' && { version: channel.dialect['version'] }),
    contextOf: (side, onNotice) => ({
      ...sideContext(exchange, side, side === to ? channel : undefined, target?.model ?? model),
      ...(side === to && channel && target && isChosen(target, model) && { modelChosen: true }),
      onNotice,
    }),
  })
  answerJson(exchange, explanation)
}

function sideContext(exchange: Exchange, side: FormatEdge, channel: Channel | undefined, model: string): ReturnType<typeof contextOf> {
  const profile = channel ? channel.profileOf(model) : exchange.gateway.profileOf(side.adapter.format, model)
  return contextOf(exchange, channel?.dialect ?? {}, profile)
}

function readFormat(formats: Formats, query: URLSearchParams, name: string): FormatEdge | Fault {
  const known = formats.find(query.get(name) ?? '')
  return known ?? invalidRequest(`the query parameter ${name} must be one of ${formats.ids.join(', ')}`)
}

function formatHeaders(
  { request }: Exchange,
  {
    client: {
      headers: { forwarded },
    },
  }: FormatEdge,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}
