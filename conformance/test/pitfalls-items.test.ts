import { translateRequest, translateResponse } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { readSse, createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chatAnswer, contentsAnswer, messagesAnswer } from '../src/case-documents.ts'
import { crossAnswer, crossRequest, crossStream } from '../src/cross.ts'
import type { FormatId } from '../src/format-id.ts'
import { foldWithOpenAIResponses } from '../src/fold-with-openai-responses.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'

const others = othersOf('responses')
const sample = (format: FormatId, name: string) => ownCorpus(format).find(({ id }) => id === `${format}/${name}`)
const list = (value: unknown): readonly JsonObject[] => (value ?? []) as readonly JsonObject[] // lists of the documents that the tests build

describe('reasoning items', () => {
  const text = sample('responses', 'stream-reasoning')?.stream ?? ''

  test('pitfall 8: an item of several summary parts is one thinking block with one signature for a messages client', () => {
    const document = formats.messages.documentOf(crossStream('responses', 'messages', text)) as JsonObject // a whole stream stands for a document
    const thoughts = list(document['content']).filter(({ type }) => type === 'thinking')
    expect(thoughts).toHaveLength(1)
    expect(thoughts[0]?.['thinking']).toMatch(/First\.[^]*Second\./)
    expect(thoughts[0]?.['signature']).not.toBe('')
  })

  test('pitfall 8: and one entry, or one thought, for the others', () => {
    const chat = formats.chat.documentOf(crossStream('responses', 'chat', text)) as JsonObject // a whole stream stands for a document
    expect(list(list(chat['choices']).map(({ message }) => message as JsonObject)[0]?.['reasoning_details'])).toHaveLength(1) // a choice has a message
    const native = formats.contents.documentOf(crossStream('responses', 'contents', text)) as JsonObject // a whole stream stands for a document
    const parts = list(native['candidates']).flatMap(({ content }) => list((content as JsonObject)['parts'])) // a candidate has contents
    expect(parts.filter(({ thought }) => thought === true)).toHaveLength(1)
    // The signature stands on the text behind the thought: clients drop thoughts, and return texts (docs/model/signatures.md).
    expect(parts.map(({ thoughtSignature }) => typeof thoughtSignature)).toEqual(['undefined', 'string'])
  })
})

describe.each(others)('an answer of %s for a responses client', (upstream) => {
  const answer = { messages: messagesAnswer(), chat: chatAnswer(), contents: contentsAnswer(), responses: {} }[upstream]

  test('pitfall 24: says what was asked, and never a setting that nobody asked for', () => {
    expect(crossAnswer(upstream, 'responses', answer).body).toMatchObject({
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      error: null,
    })
    const { context } = createTestContext()
    const { adapter } = formats.responses
    const tool = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false }
    const body = { model: 'demo', input: 'Hello', tools: [tool], parallel_tool_calls: false, temperature: 0.5 }
    const request = adapter.decodeRequest(adapter.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
    const state = { request }
    expect(crossAnswer(upstream, 'responses', answer, { state }).body).toMatchObject({
      parallel_tool_calls: false,
      temperature: 0.5,
      tools: [tool],
    })
  })

  test('client 1.4: a failure in mid-stream is the union frame, then response.failed, then nothing, and the SDK raises it', async () => {
    const broken = sample(upstream, 'stream-error')?.stream ?? ''
    const text = crossStream(upstream, 'responses', broken)
    const frames = readSse(text).map(({ event, data }) => ({ event, data: JSON.parse(data) as JsonObject }))
    const [union, last] = frames.slice(-2)
    expect(union?.event).toBe('error')
    const { error, ...flat } = union?.data ?? {}
    expect(flat).toMatchObject({ type: 'error', sequence_number: frames.length - 2 })
    expect(Object.keys(flat)).toEqual(expect.arrayContaining(['code', 'message', 'param']))
    expect(error).toMatchObject({ code: flat['code'], message: flat['message'], param: flat['param'] })
    expect(Object.keys(error as JsonObject)).toContain('type') // the nested half is an object
    expect(last?.event).toBe('response.failed')
    expect(last?.data['response']).toMatchObject({ status: 'failed', error: { message: flat['message'] } })
    await expect(foldWithOpenAIResponses(text)).rejects.toThrow(String(flat['message']))
  })

  test('client 1.4: so is a stream that just stops', async () => {
    const text = crossStream(upstream, 'responses', sample(upstream, 'stream-cut')?.stream ?? '')
    expect(
      readSse(text)
        .slice(-2)
        .map(({ event }) => event),
    ).toEqual(['error', 'response.failed'])
    await expect(foldWithOpenAIResponses(text)).rejects.toThrow(/./)
  })
})

describe.each(others)('Codex on an upstream of %s', (upstream) => {
  const codex = sample('responses', 'codex')?.request

  test('client 1.6: tools that come as an item reach the upstream as its own, under names that it takes', () => {
    const { body } = crossRequest('responses', upstream, codex)
    expect(formats[upstream].checkRequest(body)).toEqual([])
    expect(JSON.stringify(body['tools'])).toMatch(/exec/)
    expect(JSON.stringify(body)).toContain('a.txt')
  })

  test('client 1.6: a call comes back with its namespace, its type and its text', () => {
    const { context } = createTestContext()
    const sides = { client: context, upstream: context }
    const [client, server] = [formats.responses.documents, formats[upstream].documents]
    const done = translateRequest(client, server, { path: '', query: {}, headers: {}, body: codex }, sides)
    if (done.refusal !== undefined) throw new Error(done.refusal.message)
    const [name = ''] = [...done.sent.reversals.toolNames.keys()].filter((each) => each.includes('exec'))
    const input = 'await cat("a.txt")'
    const answers: Readonly<Record<FormatId, JsonObject>> = {
      messages: messagesAnswer({ content: [{ type: 'tool_use', id: 'call_9', name, input: { input } }], stop_reason: 'tool_use' }),
      chat: chatAnswer({
        message: { role: 'assistant', content: null, tool_calls: [chatCall(name, input, done.sent.reversals.wrappedTools.has(name))] },
        finish_reason: 'tool_calls',
      }),
      contents: contentsAnswer([{ functionCall: { id: 'call_9', name, args: { input } } }]),
      responses: {},
    }
    const reply = translateResponse(client, server, { status: 200, headers: {}, body: answers[upstream] }, sides, {
      ...done.asked,
      ...done.sent,
    })
    expect((reply.body as JsonObject)['output']).toMatchObject([
      { type: 'custom_tool_call', call_id: 'call_9', namespace: 'functions', name: 'exec', input },
    ])
  })
})

/** A free-form tool is one in chat as well, unless it was wrapped. */
function chatCall(name: string, input: string, wrapped: boolean): JsonObject {
  return wrapped
    ? { id: 'call_9', type: 'function', function: { name, arguments: JSON.stringify({ input }) } }
    : { id: 'call_9', type: 'custom', custom: { name, input } }
}
