import { isInterlinguaError, type Context, type Json, type Notice, type WireMessage } from '@interlingua/core'
import { createTestContext, type Translated, type Translation } from '@interlingua/testkit'
import { geminiEmbeddings, joinResponses, openaiEmbeddings, vertexPredict, type EmbedAdapter, type EmbedRequest } from '../src/index.ts'

export const adapters: readonly EmbedAdapter[] = [openaiEmbeddings, geminiEmbeddings, vertexPredict]

/** All ordered pairs of dialects, with names for the titles of tests. */
export const pairs = adapters.flatMap((from) =>
  adapters.filter((to) => to !== from).map((to) => ({ from, to, source: from.format, target: to.format })),
)

export interface Carried {
  readonly request: EmbedRequest
  /** Calls as the upstream got them. */
  readonly sent: readonly WireMessage<unknown>[]
  readonly notices: readonly Notice[]
}

export interface Profiles {
  readonly client?: Context['dialect']
  readonly upstream?: Context['dialect']
}

/** Request of a client of `from`, as calls of an upstream of `to`. */
export function carryRequest(
  from: EmbedAdapter,
  to: EmbedAdapter,
  message: { readonly path?: string; readonly body: unknown },
  { client = {}, upstream = {} }: Profiles = {},
): Carried {
  const { context, notices } = createTestContext()
  const wire = { path: '', query: {}, headers: {}, ...message }
  const request = from.decodeRequest(from.parseRequest(wire, { ...context, dialect: client }), { ...context, dialect: client })
  const sent = to
    .lowerRequest(request, { ...context, dialect: upstream })
    .map((call) => to.encodeRequest(call, { ...context, dialect: upstream }))
  return { request, sent, notices }
}

export interface Answered {
  readonly body: Json
  readonly notices: readonly Notice[]
}

/** Responses of an upstream of `from`, one for each call, as the response of a client of `to`. */
export function carryAnswer(from: EmbedAdapter, to: EmbedAdapter, bodies: readonly unknown[], asked?: EmbedRequest): Answered {
  const { context, notices } = createTestContext()
  const answers = bodies.map((body) => from.decodeResponse(from.parseResponse({ status: 200, headers: {}, body }, context), context))
  const reply = to.encodeResponse(joinResponses(answers), context, asked && { request: asked })
  return { body: JSON.parse(JSON.stringify(reply.body)) as Json, notices } // the printed form is compared
}

/** Translation for the laws of the test kit. */
export function requestTranslation(from: EmbedAdapter, to: EmbedAdapter, path = ''): Translation {
  return attemptTranslation((body) => {
    const { sent, notices } = carryRequest(from, to, { path, body })
    return { output: sent.map((call) => ({ path: call.path, body: call.body })), notices }
  })
}

export function answerTranslation(from: EmbedAdapter, to: EmbedAdapter): Translation {
  return attemptTranslation((body) => {
    const { body: output, notices } = carryAnswer(from, to, [body])
    return { output, notices }
  })
}

function attemptTranslation(run: (body: unknown) => { readonly output: unknown; readonly notices: readonly Notice[] }): Translation {
  return (body): Translated => {
    try {
      const { output, notices } = run(body)
      return { type: 'done', output: JSON.parse(JSON.stringify(output)) as Json, notices } // the printed form is compared
    } catch (error) {
      if (isInterlinguaError(error)) return { type: 'refused', message: error.message, path: error.path }
      throw error
    }
  }
}
