import type { JsonObject, WireMessage } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'

/** The body and the address of a request that is only to be explained: `model` and `stream` may be said beside it. */
export function messageOf(
  from: FormatEdge,
  body: JsonObject,
  model: string | undefined,
  stream: boolean | undefined,
  headers: Readonly<Record<string, string>> = {},
): WireMessage<unknown> {
  if (!from.client.stream.arrays) {
    const whole = { ...body, ...(model !== undefined && { model }), ...(stream !== undefined && { stream }) }
    return { path: from.adapter.http.path({ model: model ?? '', stream: stream ?? false }), query: {}, headers, body: whole }
  }
  const { model: named, stream: streamed, ...rest } = body
  const id = model ?? (typeof named === 'string' ? named : '')
  return { path: from.adapter.http.path({ model: id, stream: stream ?? streamed === true }), query: {}, headers, body: rest }
}
