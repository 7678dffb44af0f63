import type { Context, JsonObject, Contexts, WireMessage } from '@interlingua/core'
import { benchContext } from './bench-context.ts'
import { benchKey } from './bench-key.ts'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import type { Library } from './library.ts'

/** Functions that translate one request, from its parsed body to the body for the upstream. */
export interface RequestRunners {
  /** The text of the body. */
  readonly text: string
  /** Without the check of the body against its schema. */
  readonly translated: () => number
  readonly validated: () => number
}

export function requestRunners({ adapters }: Library, from: DialectId, to: DialectId, body: JsonObject): RequestRunners {
  const text = JSON.stringify(body)
  const message: WireMessage<unknown> = {
    path: dialects[from].path('bench', false),
    query: {},
    headers: dialects[from].headers(benchKey),
    body: JSON.parse(text),
  }
  const sides: Contexts = { client: benchContext(), upstream: benchContext() }
  const client = adapters[from]
  const upstream = adapters[to]
  const translate = (wire: WireMessage<unknown>): number =>
    keysOf(
      upstream.encodeRequest(upstream.lowerRequest(client.decodeRequest(wire, sides.client), sides.upstream).request, sides.upstream).body,
    )
  return { text, translated: () => translate(message), validated: () => translate(client.parseRequest(message, sides.client)) }
}

/** Makes a runner that translates a small response of `to` for a client of `from`. */
export function answerRunner({ adapters }: Library, from: DialectId, to: DialectId): { readonly text: string; readonly run: () => number } {
  const text = JSON.stringify(dialects[to].smallAnswer())
  const reply = { status: 200, headers: {}, body: JSON.parse(text) as unknown }
  const [client, upstream]: readonly [Context, Context] = [benchContext(), benchContext()]
  return {
    text,
    run: () =>
      keysOf(
        adapters[from].encodeResponse(adapters[to].decodeResponse(adapters[to].parseResponse(reply, upstream), upstream), client).body,
      ),
  }
}

/** Number that depends on a value, so that no compiler can leave out the work behind it. */
export function keysOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
