import { openaiErrors } from '@interlingua/adapter-kit'
import { chat } from '@interlingua/chat'
import { contents } from '@interlingua/contents'
import { isJsonObject, isRetryable, type Failure, type FailureCode } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { responses } from '@interlingua/responses'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'

const { context } = createTestContext()
const adapters = [messages, responses, chat, contents] as const
const codes = Object.keys(openaiErrors) as FailureCode[] // a record of all codes

const messageOf = (body: unknown): string => {
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {}
  return String(error['message'])
}

/** Texts that clients search in messages, by the vendor whose client it is; each is from the source code of the client named behind it. */
const needles: readonly (readonly [format: string, code: FailureCode, needle: RegExp, client: string])[] = [
  ['messages', 'context-length', /prompt is too long/, 'Claude Code, LiteLLM'],
  ['messages', 'policy', /content filtering policy/, 'LiteLLM'],
  ['chat', 'context-length', /this model's maximum context length is/i, 'LiteLLM'],
  ['chat', 'context-length', /context_length_exceeded/, 'LangChain, CrewAI'],
  ['chat', 'authentication', /Incorrect API key provided/, 'LiteLLM'],
  ['chat', 'policy', /Invalid prompt.*violating our usage policy/, 'LiteLLM'],
  ['responses', 'context-length', /this model's maximum context length is/i, 'LiteLLM'],
  ['responses', 'context-length', /context_length_exceeded/, 'LangChain'],
  ['responses', 'authentication', /Incorrect API key provided/, 'LiteLLM'],
  ['contents', 'context-length', /exceeds the maximum number of tokens allowed/, 'LangChain, Strands, LiteLLM'],
  ['contents', 'context-length', /input token count/i, 'pydantic-ai'],
]

test.each(needles)('%s tells %s so that it fits %s (%s)', (format, code, needle) => {
  const adapter = adapters.find((one) => one.format === format)
  for (const message of ['no', 'input length exceeds the limit', 'Your input exceeds the context window of this model.'])
    expect(messageOf(adapter?.encodeFailure({ code, message, retryable: false }, context).body)).toMatch(needle)
})

/** Pattern by which pi retries; LiteLLM, opencode and vibe use other words for the same. */
const worthATry = /overloaded|rate.?limit|server.?error|connection.?error|timed? out/i

for (const adapter of adapters)
  test(`${adapter.format}: what breaks in the middle is told in words that agents try again after`, () => {
    for (const code of ['truncated-stream', 'timeout', 'malformed-upstream', 'overloaded', 'rate-limit'] as const) {
      const encoder = adapter.createStreamEncoder(context)
      const failure: Failure = { code, message: 'no', retryable: true }
      const frames = [...encoder.push({ type: 'failure', failure }), ...encoder.end()]
      for (const frame of frames) {
        const wire = 'wire' in frame ? JSON.stringify(frame.wire) : ''
        expect([code, wire]).toEqual([code, expect.stringMatching(worthATry)])
      }
    }
  })

for (const adapter of adapters)
  test(`${adapter.format}: words that are there already are not put there again`, () => {
    for (const code of codes) {
      const failure: Failure = { code, message: 'no', retryable: isRetryable(code) }
      const once = messageOf(adapter.encodeFailure(failure, context).body)
      expect(messageOf(adapter.encodeFailure({ ...failure, message: once }, context).body)).toBe(once)
    }
  })

/** `ResponseError['code']` of the SDK, and further codes of OpenAI's that Codex knows. */
const responseErrorCodes = [
  'server_error',
  'rate_limit_exceeded',
  'invalid_prompt',
  'context_length_exceeded',
  'insufficient_quota',
  'server_is_overloaded',
]

test.each(codes)('%s has a code in `response.error` that the SDK or Codex knows', (code) => {
  for (const retryable of [true, false]) {
    const encoder = responses.createStreamEncoder(context)
    const frames = [...encoder.push({ type: 'failure', failure: { code, message: 'no', retryable } }), ...encoder.end()]
    const events = frames.map((frame) => (frame.type === 'event' ? frame.wire : {}))
    expect(events.map((event) => ('type' in event ? event.type : ''))).toEqual(['error', 'response.failed'])
    const [flat, failed] = events as unknown as readonly [{ code: string }, { response: { error: { code: string } } }] // just seen
    expect(responseErrorCodes).toContain(flat.code)
    expect(failed.response.error.code).toBe(flat.code)
  }
})
