import type { Context, Json, Notice, WireMessage } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import type { EmbedAdapter, EmbedRequest } from '../src/index.ts'
import { joinResponses } from '../src/index.ts'

export interface Carried {
  readonly request: EmbedRequest
  /** What each call of the upstream was sent. */
  readonly sent: readonly WireMessage<unknown>[]
  readonly notices: readonly Notice[]
}

/** A request of a client of `from`, as the calls of an upstream of `to`. */
export function carryRequest(
  from: EmbedAdapter,
  to: EmbedAdapter,
  message: { readonly path?: string; readonly body: unknown },
  profiles: { readonly client?: Context['dialect']; readonly upstream?: Context['dialect'] } = {},
): Carried {
  const { context, notices } = createTestContext()
  const client = { ...context, dialect: profiles.client ?? {} }
  const upstream = { ...context, dialect: profiles.upstream ?? {} }
  const wire = { path: '', query: {}, headers: {}, ...message }
  const request = from.decodeRequest(from.parseRequest(wire, client), client)
  const sent = to.lowerRequest(request, upstream).map((call) => to.encodeRequest(call, upstream))
  return { request, sent, notices }
}

export interface Answered {
  readonly body: Json
  readonly notices: readonly Notice[]
}

/** Answers of an upstream of `from`, one for each call, as the answer of a client of `to`. */
export function carryAnswer(from: EmbedAdapter, to: EmbedAdapter, bodies: readonly unknown[], asked?: EmbedRequest): Answered {
  const { context, notices } = createTestContext()
  const answers = bodies.map((body) => from.decodeResponse(from.parseResponse({ status: 200, headers: {}, body }, context), context))
  const reply = to.encodeResponse(joinResponses(answers), context, asked && { request: asked })
  return { body: JSON.parse(JSON.stringify(reply.body)) as Json, notices } // what is printed is what counts
}
