import { translateRequest, translateResponse, type GenerateRequest, type JsonObject, type Part } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { checkConverseRequest, createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { profiles } from '../src/profiles.ts'
import { converse } from '../src/index.ts'
import { findModelProfile } from '@interlingua/core'

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const nova = 'us.amazon.nova-2-lite-v1:0'
const mistral = 'mistral.mistral-large-2407-v1:0'
const text = (said: string): Part => ({ type: 'text', text: said })
const call = (callId: string, name = 'look', given = '{}'): Part => ({
  type: 'tool-call',
  callId,
  name,
  kind: 'function',
  arguments: given,
})
const result = (callId: string, ...parts: readonly Part[]): Part => ({ type: 'tool-result', callId, parts })

/** Body that Bedrock gets, and the codes of the notices. */
function lowered(request: Partial<GenerateRequest>, model = claude): { readonly body: JsonObject; readonly codes: readonly string[] } {
  const profile = findModelProfile(profiles, model)
  const { context, notices } = createTestContext(profile && { model: profile })
  const turns = request.turns ?? [{ author: 'user', parts: [text('Hi')] }]
  const { request: legal } = converse.lowerRequest({ ...request, model, turns }, context)
  const body = JSON.parse(JSON.stringify(converse.encodeRequest(legal, context).body)) as JsonObject // printed JSON
  expect(checkConverseRequest(body)).toEqual([])
  return { body, codes: notices.map(({ code }) => code.replace('converse/', '')) }
}

const functionTool = { type: 'function', name: 'look', schema: { type: 'object', properties: {} } } as const

describe('settings of a family', () => {
  test('Claude has top-k, thinking and effort among its own fields, and tells its stop sequence', () => {
    const { body } = lowered({ sampling: { topK: 5 }, output: { maxTokens: 100, stop: ['END'] } })
    expect(body).toMatchObject({ additionalModelRequestFields: { top_k: 5 }, additionalModelResponseFieldPaths: ['/stop_sequence'] })
    const thinking = lowered({ reasoning: { mode: 'on', budgetTokens: 2000 }, output: { maxTokens: 4000 }, sampling: { temperature: 0.2 } })
    expect(thinking.body['additionalModelRequestFields']).toEqual({ thinking: { type: 'enabled', budget_tokens: 2000 } })
    expect(thinking.codes).toEqual(['thinking-sampling'])
  })

  test('Nova has an effort with its thinking', () => {
    expect(lowered({ reasoning: { mode: 'on' } }, nova).body['additionalModelRequestFields']).toEqual({
      reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' },
    })
    expect(lowered({ sampling: { topK: 5 } }, nova).body['additionalModelRequestFields']).toEqual({ inferenceConfig: { topK: 5 } })
  })

  test('gpt-oss and Qwen have an effort alone, and others nothing', () => {
    const reasoning = { effort: 'high' } as const
    expect(lowered({ reasoning }, 'openai.gpt-oss-120b-1:0').body['additionalModelRequestFields']).toEqual({ reasoning_effort: 'high' })
    expect(lowered({ reasoning }, 'qwen.qwen3-32b-v1:0').body['additionalModelRequestFields']).toEqual({ reasoning_config: 'high' })
    expect(lowered({ reasoning }, 'meta.llama4-v1:0').codes).toEqual(['reasoning-control'])
    expect(lowered({ reasoning }, 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc').body['outputConfig']).toEqual({
      effort: 'high',
    })
  })

  test('several calls at once can be forbidden for Claude alone', () => {
    const tools = { tools: [functionTool], toolChoice: { mode: 'required', parallel: false } } as const
    expect(lowered(tools).body).toMatchObject({
      toolConfig: { toolChoice: { any: {} } },
      additionalModelRequestFields: { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    })
    expect(lowered(tools, nova).codes).toEqual(['tool-parallel'])
  })

  test('a schema is a format for some, and words for others', () => {
    const output = {
      format: { type: 'json-schema', name: 'n', schema: { type: 'object', properties: {}, additionalProperties: false } },
    } as const
    const { body, codes } = lowered({ output })
    expect(body['outputConfig']).toMatchObject({ textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'n' } } } })
    expect(codes).toEqual([])
    expect(lowered({ output }, nova).codes).toEqual(['format-json-asked'])
    expect(lowered({ output: { format: { type: 'json' } } }).codes).toEqual(['format-json-asked', 'format-json-said'])
  })
})

describe('the conversation', () => {
  test('calls in the history have declarations, and legal names and ids', () => {
    const history = [
      { author: 'user', parts: [text('Look.')] },
      { author: 'assistant', parts: [call('call/1', 'look at'), call('call_2')] },
      { author: 'user', parts: [result('call_2', text('b')), result('call/1', text('a'))] },
    ] as const
    const { body, codes } = lowered({ turns: history })
    expect(body['toolConfig']).toMatchObject({
      tools: [{ toolSpec: { name: expect.stringMatching(/^look_at_/) } }, { toolSpec: { name: 'look' } }],
    })
    expect(codes.toSorted()).toEqual(['call-id', 'call-id', 'tool-name', 'tool-stub'])
    const ids = JSON.stringify(lowered({ turns: history }, mistral).body).match(/"toolUseId":"[^"]*"/g)
    expect(ids).toHaveLength(4)
    for (const id of ids ?? []) expect(id).toMatch(/^"toolUseId":"[A-Za-z0-9]{9}"$/)
  })

  test('documents have legal names of their own, and a text beside them', () => {
    const document = {
      type: 'document',
      source: { type: 'inline', mime: 'application/pdf', base64: 'JVBERi0=', filename: 'My report.pdf' },
    } as const
    const { body, codes } = lowered({ turns: [{ author: 'user', parts: [document, document] }] })
    expect(JSON.stringify(body).match(/"name":"[^"]*"/g)).toEqual(['"name":"My report-pdf"', '"name":"My report-pdf (2)"'])
    expect(codes).toEqual(['document-title', 'document-words'])
  })

  test('a thought goes to the models that sealed it, and to no others', () => {
    const thought: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'Hm.' }], seal: { format: 'messages', data: 'Ep0C' } }
    const turns = [
      { author: 'user', parts: [text('a')] },
      { author: 'assistant', parts: [thought, text('b')] },
      { author: 'user', parts: [text('c')] },
    ] as const
    expect(lowered({ turns }).body['messages']).toMatchObject([
      {},
      { content: [{ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'Ep0C' } } }, { text: 'b' }] },
      {},
    ])
    expect(lowered({ turns }, nova).codes).toEqual(['foreign-reasoning'])
    const last = [turns[0], { author: 'assistant', parts: [thought] }] as const
    expect(lowered({ turns: last }).codes).toEqual(['trailing-thought'])
  })

  test('cache marks stand where the model takes them', () => {
    const marked = (said: string): Part => ({ type: 'text', text: said, cache: { ttl: '1h' } })
    const turns = [
      { author: 'instruction', authority: 'system', parts: [marked('Be brief.')] },
      { author: 'user', parts: [text('Look.')] },
      { author: 'assistant', parts: [call('c')] },
      { author: 'user', parts: [result('c', marked('seen')), text('And?')] },
    ] as const
    const tools = [{ ...functionTool, cache: {} }]
    const { body, codes } = lowered({ turns, tools })
    expect(body).toMatchObject({
      toolConfig: { tools: [{}, { cachePoint: { type: 'default' } }] },
      system: [{}, { cachePoint: { type: 'default', ttl: '5m' } }],
    })
    expect(JSON.stringify(body['messages'])).toContain('"toolUseId":"c","content":[{"text":"seen"}]}},{"cachePoint"')
    expect(codes).toEqual(['cache-ttl', 'cache-ttl'])
    expect(lowered({ turns, tools }, mistral).codes.filter((code) => code === 'cache-mark')).toHaveLength(3)
  })

  test('media that a result cannot hold follow behind it', () => {
    const image: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'iVBORw0KGgo=' } }
    const document: Part = { type: 'document', title: 'One', source: { type: 'inline', mime: 'application/pdf', base64: 'JVBERi0=' } }
    const turns = [
      { author: 'user', parts: [text('Look.')] },
      { author: 'assistant', parts: [call('c')] },
      { author: 'user', parts: [result('c', image, document)] },
    ] as const
    expect(lowered({ turns }).codes).toEqual(['tool-stub'])
    expect(lowered({ turns }, nova).codes).toEqual(['result-media', 'result-media', 'tool-stub', 'document-words'])
  })
})

test('a prompt that Bedrock keeps is known to no other service', () => {
  const { context, notices } = createTestContext()
  const asking = {
    path: '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aprompt%2FABC/converse',
    query: {},
    headers: {},
    body: { messages: [{ role: 'user', content: [{ text: 'a' }] }] },
  }
  const { refusal } = translateRequest(converse, messages, asking, { client: context, upstream: context })
  expect([refusal?.code ?? notices.find(({ severe }) => severe)?.code]).not.toEqual([undefined])
})

test('a signature of Claude is the same text by way of Messages, and comes back as it was', () => {
  const { context } = createTestContext()
  const sides = { client: context, upstream: context }
  const thoughts = [
    { type: 'thinking', thinking: 'Hm.', signature: 'Ep0CSignature' },
    { type: 'redacted_thinking', data: 'EtkEData' },
    { type: 'text', text: 'Yes.' },
  ]
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: thoughts,
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const { body } = translateResponse(converse, messages, { status: 200, headers: {}, body: answer }, sides, {})
  const { output } = body as unknown as { readonly output: { readonly message: JsonObject } } // an answer of Converse
  expect(output.message['content']).toEqual([
    { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'Ep0CSignature' } } },
    { reasoningContent: { redactedContent: Buffer.from('EtkEData').toString('base64') } },
    { text: 'Yes.' },
  ])
  const asking = {
    path: '/model/claude/converse',
    query: {},
    headers: {},
    body: { messages: [{ role: 'user', content: [{ text: 'a' }] }, output.message, { role: 'user', content: [{ text: 'b' }] }] },
  }
  const { message } = translateRequest(converse, messages, asking, sides)
  const { messages: turns } = (message?.body ?? expect.fail('refused')) as unknown as { readonly messages: readonly JsonObject[] } // a request of Messages
  expect(turns[1]?.['content']).toEqual(thoughts)
})
