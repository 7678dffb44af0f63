import { findModelProfile, type GenerateRequest, type JsonObject, type ModelProfile } from '@interlingua/core'
import { modelProfiles as chat } from '@interlingua/chat'
import { modelProfiles as contents } from '@interlingua/contents'
import { modelProfiles as messages } from '@interlingua/messages'
import { modelProfiles as responses } from '@interlingua/responses'
import { cacheRulesOf, createPromptCache, inputPrice } from '@interlingua/scripted-provider'
import { createTestContext } from '@interlingua/testkit'
import { crossAnswer, crossRequest } from '../cross.ts'
import type { FormatId } from '../format-id.ts'
import { formats } from '../formats.ts'
import { type Agent, answerOf } from './agents.ts'

export const rounds = 40

/** Upstream with a model, whose vendor's rules of caches hold. */
export interface Upstream {
  readonly format: FormatId
  readonly model: string
}

export const upstreams: readonly Upstream[] = [
  { format: 'messages', model: 'claude-opus-5-5' },
  { format: 'responses', model: 'gpt-5.6-sol' },
  { format: 'responses', model: 'gpt-5.4' },
  { format: 'chat', model: 'gpt-4.1' },
  { format: 'contents', model: 'gemini-3-pro' },
]

const profiles: Readonly<Record<FormatId, readonly ModelProfile[]>> = { messages, chat, responses, contents }

/** Session at an upstream: its requests as they were sent, and their input by the vendor's rules. */
export interface MeasuredSession {
  readonly bodies: readonly JsonObject[]
  readonly total: number
  readonly read: number
  /** Price of the input, in tokens that are neither read nor written. */
  readonly price: number
  /** Cache marks in the last request. */
  readonly marks: number
}

/** Plays a session of `agent` at `upstream`: by translation, unless the agent speaks the upstream's format. `cache`: the policy of the channel. */
export function measureSession(agent: Agent, { format, model }: Upstream, cache: 'auto' | 'client' = 'auto'): MeasuredSession {
  const profile = findModelProfile(profiles[format], model)
  const rules = cacheRulesOf(format, model)
  const prompts = createPromptCache()
  const session = agent.start()
  const bodies: JsonObject[] = []
  let [total, read, price] = [0, 0, 0]
  for (let round = 1; round <= rounds; round++) {
    const asked = session.request()
    const body =
      agent.format === format
        ? asked
        : crossRequest(
            agent.format,
            format,
            { ...asked, ...(agent.format !== 'contents' && { model }) },
            {
              policy: { cache },
              ...(profile && { targetContext: { model: profile } }),
            },
          ).body
    bodies.push(body)
    const { usage, answered } = prompts.read(decoded(format, body, model), rules)
    answered()
    total += usage.total ?? 0
    read += usage.cacheRead ?? 0
    price += inputPrice(usage, rules)
    const answer = answerOf(format, round)
    session.hears(agent.format === format ? answer : crossAnswer(format, agent.format, answer).body)
  }
  return { bodies, total, read, price, marks: JSON.stringify(bodies.at(-1)).split('"cache_control":').length - 1 }
}

/** Request as the vendor of the upstream understands it. */
function decoded(format: FormatId, body: JsonObject, model: string): GenerateRequest {
  const { adapter, headers } = formats[format]
  const { context } = createTestContext()
  const path = adapter.http.path({ model, stream: false })
  return { ...adapter.decodeRequest(adapter.parseRequest({ path, query: {}, headers, body }, context), context), model }
}
