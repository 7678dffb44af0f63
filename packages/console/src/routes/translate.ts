import { type Context, defaultPolicy, isInterlinguaError, isJsonObject, type Json, type JsonObject, type Policy } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { expectText, type GatewayState } from '@interlingua/server'
import * as z from 'zod'
import type { CostEstimate, FormatRow, TranslatedDocument, TranslatedStream } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { readBody } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, everyRole, operators } from '../serve/route.ts'
import {
  translateClientRequest,
  translateUpstreamAnswer,
  translateUpstreamStream,
  type TranslationWay,
} from '../translate/translate-document.ts'

const translateBody = z.strictObject({
  direction: z.enum(['request', 'answer', 'stream'], { error: 'use request, answer or stream' }),
  from: z.string('name the format of the client'),
  to: z.string('name the format of the upstream'),
  model: z.string().min(1).max(256).optional(),
  channel: z.string().min(1).max(256).optional(),
  strictness: z.enum(['report', 'reject-dropped', 'reject-any'], { error: 'use report, reject-dropped or reject-any' }).optional(),
  body: z.unknown().optional(),
  request: z.unknown().optional(),
})

type Input = z.output<typeof translateBody>

/** Routes that translate a document or a stream, with what corresponds in it, and list the formats. Nothing is sent, fetched or kept. */
export function createTranslateRoutes(): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: '/formats',
      summary: 'Lists the formats that clients may speak, and channels',
      roles: everyRole,
      serve: listFormats,
    },
    {
      method: 'POST',
      path: '/translate',
      summary: 'Translates a request, an answer or a stream, and links what corresponds',
      roles: everyRole,
      bodyBytes: 2 * 1024 * 1024,
      serve: translate,
    },
    {
      method: 'POST',
      path: '/estimate',
      summary: 'Tells what a request would cost at a channel at most; nothing is sent',
      roles: operators,
      bodyBytes: 2 * 1024 * 1024,
      serve: estimate,
    },
  ]
}

function listFormats({ gateway: { formats, channels } }: Call): { readonly rows: readonly FormatRow[] } {
  return {
    rows: formats.ids.map((id) => ({
      id,
      channels: channels.filter(({ edge }) => edge.adapter.format === id).map(({ name }) => name),
    })),
  }
}

function translate({ gateway, body }: Call): TranslatedDocument | TranslatedStream {
  const input = readBody(translateBody, body)
  const [from, to] = [readFormat(gateway, 'from', input.from), readFormat(gateway, 'to', input.to)]
  const request = input.request === undefined ? undefined : readObject('request', input.request)
  const way = wayOf(gateway, input, from, to)
  try {
    if (input.direction === 'request') return translateClientRequest(readObject('body', input.body), way)
    if (input.direction === 'answer') return translateUpstreamAnswer(readObject('body', input.body), request, way)
    if (typeof input.body !== 'string') throw new ConsoleError('invalid-request', '/body: a stream is a text', { field: '/body' })
    return translateUpstreamStream(input.body, request, way)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const path = 'path' in error && typeof error.path === 'string' ? error.path : ''
    throw new ConsoleError('invalid-request', error.message, { field: `/body${path}` })
  }
}

const costBody = z.strictObject({
  channel: z.string('name a channel'),
  model: z.string('name its model').min(1).max(256),
  body: z.unknown(),
})

/** Reserve that tells a request without a maximum from others, and believes any maximum. */
const wholeMaximum = { output: 0, maxOutput: Infinity }

function estimate({ gateway, body }: Call): CostEstimate {
  const input = readBody(costBody, body)
  const { prices, channels } = gateway
  if (!channels.some(({ name }) => name === input.channel))
    throw new ConsoleError('invalid-request', `/channel: there is no channel ${JSON.stringify(input.channel)}`, { field: '/channel' })
  const document = readObject('body', input.body)
  const most = expectText(document, Buffer.byteLength(JSON.stringify(document)), wholeMaximum)
  if (most.output === 0) return { currency: prices.currency }
  const usage = { input: { total: Math.ceil(most.input) }, output: { total: Math.ceil(most.output) } }
  const micros = prices.costOf(usage, input.channel, input.model)
  return { currency: prices.currency, maximum: usage.output.total, ...(micros !== undefined && { micros }) }
}

function readFormat({ formats }: GatewayState, name: string, id: string): FormatEdge {
  const found = formats.find(id)
  if (found) return found
  throw new ConsoleError('invalid-request', `/${name}: there is no format ${JSON.stringify(id)}; there are ${formats.ids.join(', ')}`, {
    field: `/${name}`,
  })
}

function readObject(name: string, value: unknown): JsonObject {
  const json = value as Json // part of a parsed body
  if (isJsonObject(json)) return json
  throw new ConsoleError('invalid-request', `/${name}: expected a JSON object`, { field: `/${name}` })
}

/** Contexts of both sides: the dialect, the policy and the facts about the model are those of the channel, if one of the target's format serves it. */
function wayOf(
  gateway: GatewayState,
  { model, channel: named, strictness, body }: Input,
  from: FormatEdge,
  to: FormatEdge,
): TranslationWay {
  const asked =
    model ?? (isJsonObject(body as Json) && typeof (body as JsonObject)['model'] === 'string' ? String((body as JsonObject)['model']) : '') // part of a parsed body
  const resolved = gateway.resolve(asked, from.adapter.format)
  const chosen = named === undefined ? resolved?.channel : gateway.channels.find(({ name }) => name === named)
  if (named !== undefined && chosen === undefined)
    throw new ConsoleError('invalid-request', `/channel: there is no channel ${JSON.stringify(named)}`, { field: '/channel' })
  if (named !== undefined && chosen?.edge !== to)
    throw new ConsoleError('invalid-request', `/channel: this channel speaks ${chosen?.edge.adapter.format}, not ${to.adapter.format}`, {
      field: '/channel',
    })
  const channel = chosen?.edge === to ? chosen : undefined
  const upstreamModel = model ?? (channel !== undefined && channel === resolved?.channel ? resolved.model : undefined)
  const policy: Policy = { ...(channel?.policy ?? defaultPolicy), ...(strictness && { strictness }) }
  const { newId, limits } = gateway
  return {
    from,
    to,
    ...(upstreamModel !== undefined && { model: upstreamModel }),
    contextOf(side, onNotice): Context {
      const own = side === to ? channel : undefined
      const name = upstreamModel ?? asked
      const profile = own ? own.profileOf(name) : gateway.profileOf(side.adapter.format, name)
      return { onNotice, newId, now: Date.now, limits, policy, dialect: own?.dialect ?? {}, ...(profile && { model: profile }) }
    },
  }
}
