import {
  applyPolicy,
  isJsonObject,
  parseDocument,
  pointer,
  type Failure,
  type GenerateRequest,
  type JsonObject,
  type Notice,
} from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'
import { findRefused } from './find-refused.ts'
import { notice } from './notices.ts'
import type { Parameter } from './parameters.ts'
import { withoutParameters } from './without-parameters.ts'

/** The request without what the upstream has refused within the hour. The same request where that is nothing, as nearly always. */
export function fitLearned(
  exchange: Exchange,
  { channel, model }: Target,
  request: UpstreamRequest,
  asked?: GenerateRequest,
): UpstreamRequest {
  const known = channel.refused?.of(model) ?? []
  if (known.length === 0) return request
  return leaveOut(exchange, request, bodyOf(request), known, asked) ?? request
}

/**
 * The request without the parameters that this refusal is about, once they are remembered and told; `undefined` where it is about anything
 * else, or where the policy wants it refused.
 */
export function learnRefusal(
  exchange: Exchange,
  { channel, model }: Target,
  request: UpstreamRequest,
  refusal: { readonly status: number; readonly failure: Failure },
  asked?: GenerateRequest,
): UpstreamRequest | undefined {
  if (channel.refused === undefined) return undefined
  const body = bodyOf(request)
  if (body === undefined) return undefined
  const refused = findRefused(channel.edge.adapter.format, refusal.status, refusal.failure, body)
  const fitted = leaveOut(exchange, request, body, refused, asked)
  if (fitted === undefined) return undefined
  channel.refused.note(model, refused)
  for (const { places } of refused)
    exchange.gateway.log.write('warn', 'refused', { channel: channel.name, model, parameter: (places[0] ?? []).join('.') })
  return fitted
}

function leaveOut(
  exchange: Exchange,
  request: UpstreamRequest,
  body: JsonObject | undefined,
  parameters: readonly Parameter[],
  asked: GenerateRequest | undefined,
): UpstreamRequest | undefined {
  if (body === undefined) return undefined
  const notices: Notice[] = []
  let left = body
  for (const parameter of parameters) {
    const without = withoutParameters(left, [parameter])
    if (without === left) continue
    left = without
    notices.push(notice('parameter-refused', placeOf(parameter, asked)))
  }
  if (left === body || applyPolicy(notices, exchange.policy) !== undefined) return undefined
  for (const told of notices) exchange.onNotice(told)
  return { ...request, body: JSON.stringify(left) }
}

function placeOf({ field, places: [place = []] }: Parameter, asked: GenerateRequest | undefined): Notice['path'] {
  return asked === undefined ? pointer('', ...place) : (asked.fields?.[field] ?? pointer('', ...field.split('.')))
}

function bodyOf({ body }: UpstreamRequest): JsonObject | undefined {
  const value = body === undefined ? undefined : parseDocument(body.toString())
  return isJsonObject(value) ? value : undefined
}
