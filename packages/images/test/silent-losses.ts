import type { Context, Json, JsonObject, Notice, Pointer, WireMessage } from '@interlingua/core'
import { createTestContext, covers, deepFreeze, jsonLeaves, withLeaf } from '@interlingua/testkit'
import { openaiImages, type ImageRequest, type ImageUpstream } from '../src/index.ts'

export interface Run {
  readonly calls: readonly WireMessage<unknown>[]
  readonly notices: readonly Notice[]
}

/** The calls and notices of a canonical request, which is frozen so that code that writes to it throws. */
export function lower(upstream: ImageUpstream, request: ImageRequest, dialect: JsonObject = {}): Run {
  const { context, notices } = createTestContext({ dialect })
  const calls = upstream.lowerRequest(deepFreeze(request), context).map((call) => upstream.encodeRequest(deepFreeze(call), context))
  return { calls, notices }
}

/** The calls and notices of a request of the images endpoint. */
export function translate(upstream: ImageUpstream, body: JsonObject, dialect: JsonObject = {}): Run {
  const client = createTestContext()
  const server = createTestContext({ dialect })
  const request = read(body, client.context)
  const calls = upstream.lowerRequest(request, server.context).map((call) => upstream.encodeRequest(call, server.context))
  return { calls, notices: [...client.notices, ...server.notices] }
}

export function read(body: JsonObject, context: Context): ImageRequest {
  const message = { path: '/v1/images/generations', query: {}, headers: { 'content-type': 'application/json' }, body: deepFreeze(body) }
  return openaiImages.decodeRequest(openaiImages.parseRequest(message, context), context)
}

/** The leaves that no notice covers and whose absence leaves the calls unchanged. A leaf whose absence is refused is not silent. */
export function silentLosses(body: JsonObject, run: (body: JsonObject) => Run): readonly Pointer[] {
  const { calls, notices } = run(body)
  const whole = JSON.stringify(calls)
  return jsonLeaves(body).flatMap(({ keys, path }) => {
    if (covers(notices, path)) return []
    let without: Run
    try {
      without = run(withLeaf(body, keys, undefined) as JsonObject) // an object without one of its leaves
    } catch {
      return []
    }
    return JSON.stringify(without.calls) === whole ? [path] : []
  })
}

/** The bodies of the calls, in order. */
export function bodies({ calls }: Run): readonly Json[] {
  return calls.map(({ body }) => body as Json) // our encoders print JSON
}
