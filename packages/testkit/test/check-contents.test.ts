import { describe, expect, test } from 'vitest'
import { accumulateContentsStream } from '../src/accumulate-contents-stream.ts'
import { checkContentsRequest } from '../src/check-contents-request.ts'
import { checkContentsResponse } from '../src/check-contents-response.ts'
import { checkContentsStream } from '../src/check-contents-stream.ts'

type Loose = Readonly<Record<string, unknown>>

const user = (...parts: readonly Loose[]) => ({ role: 'user', parts })
const model = (...parts: readonly Loose[]) => ({ role: 'model', parts })
const hello = user({ text: 'Hello' })
const call = (id: string, name = 'f') => ({ functionCall: { id, name, args: {} } })
const result = (id: string, name = 'f') => ({ functionResponse: { id, name, response: { output: 'Done.' } } })
const tools = [{ functionDeclarations: [{ name: 'f' }, { name: 'g' }] }]
const frame = (parts: readonly Loose[], rest: Loose = {}): Loose => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
  responseId: 'resp_1',
})
const sse = (...frames: readonly Loose[]): string => frames.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')

describe('a native request', () => {
  test('that is legal has no breach, in either spelling of its keys', () => {
    expect(checkContentsRequest({ contents: [hello, model(call('1'), call('2')), user(result('2'), result('1'))], tools })).toEqual([])
    const snake = { contents: [{ parts: [{ inline_data: { mime_type: 'image/png', data: 'AAAA' } }] }], generation_config: { top_k: 5 } }
    expect(checkContentsRequest(snake)).toEqual([])
  })

  test.each([
    ['no contents', { contents: [] }, 'contents is empty'],
    ['the model first', { contents: [model({ text: 'a' })] }, 'does not begin with user'],
    ['fewer responses than calls', { contents: [hello, model(call('1'), call('2')), user(result('1'))] }, '2 calls and 1 responses'],
    ['responses to other calls', { contents: [hello, model(call('1')), user(result('2'))] }, 'answer other calls'],
    ['responses without calls', { contents: [hello, model({ text: 'a' }), user(result('1'))] }, 'without calls right before'],
    ['text after the responses', { contents: [hello, model(call('1')), user(result('1'), { text: 'a' })] }, 'text after the responses'],
    ['two members in a part', { contents: [user({ text: 'a', inlineData: { mimeType: 'a', data: 'b' } })] }, 'text and inlineData'],
    ['an empty text', { contents: [user({ text: '' })] }, 'an empty text'],
    ['a part without data', { contents: [user({ thought: true })] }, 'a part without data'],
    [
      'calls after the model spoke',
      { contents: [hello, model({ text: 'a' }), model(call('1')), user(result('1'))] },
      'another turn of the model',
    ],
    [
      'arguments that are text',
      { contents: [hello, model({ functionCall: { name: 'f', args: '{}' } }), user(result('1'))] },
      'args that is no object',
    ],
    [
      'both schemas',
      { contents: [hello], tools: [{ functionDeclarations: [{ name: 'f', parameters: {}, parametersJsonSchema: {} }] }] },
      'parameters and',
    ],
    [
      'both ways to think',
      { contents: [hello], generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } } },
      'thinkingBudget and',
    ],
    ['six stop sequences', { contents: [hello], generationConfig: { stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] } }, '6 stop sequences'],
    [
      'names in mode AUTO',
      { contents: [hello], tools, toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['f'] } } },
      'in mode AUTO',
    ],
    ['a cache with tools', { contents: [hello], tools, cachedContent: 'cachedContents/1' }, 'cachedContent with tools'],
  ])('with %s is refused', (_, body, breach) => expect(checkContentsRequest(body).join('\n')).toContain(breach))
})

describe('a native answer', () => {
  const answer = frame([{ text: 'Hi.' }], { finishReason: 'STOP' })

  test('that is legal has no breach', () => {
    expect(checkContentsResponse(answer)).toEqual([])
    expect(checkContentsResponse({ promptFeedback: { blockReason: 'SAFETY' } })).toEqual([])
  })

  test.each([
    ['neither candidate nor block', {}, 'neither a candidate'],
    ['no end', frame([{ text: 'a' }]), 'without a finishReason'],
    ['a result of a function', frame([result('1')], { finishReason: 'STOP' }), 'a functionResponse in an answer'],
    ['a sum that is none', { ...answer, usageMetadata: { promptTokenCount: 1, totalTokenCount: 3 } }, 'not the sum'],
  ])('with %s is refused', (_, body, breach) => expect(checkContentsResponse(body).join('\n')).toContain(breach))
})

describe('a native stream', () => {
  const frames = [frame([{ text: 'Hi' }]), frame([{ text: '.' }], { finishReason: 'STOP' })]

  test('that is legal has no breach, in both framings, and stands for one answer', () => {
    const array = JSON.stringify(frames)
    expect([...checkContentsStream(sse(...frames)), ...checkContentsStream(array)]).toEqual([])
    const answer = frame([{ text: 'Hi.' }], { finishReason: 'STOP' })
    expect(accumulateContentsStream(sse(...frames))).toEqual(answer)
    expect(accumulateContentsStream(array)).toEqual(answer)
  })

  test.each([
    ['a comment', `: hello\n\n${sse(...frames)}`, 'no single data line'],
    ['an event line', `event: x\n${sse(...frames)}`, 'no single data line'],
    ['no space after data:', sse(...frames).replaceAll('data: ', 'data:'), 'no single data line'],
    ['a terminal mark', `${sse(...frames)}data: [DONE]\n\n`, 'the stream is no JSON'],
    ['no blank line at its end', sse(...frames).trimEnd(), 'no blank line after it'],
    ['no end', sse(frame([{ text: 'Hi' }])), 'has no finishReason'],
    ['words after the end', sse(...frames, frame([{ text: 'a' }])), 'speaks after its finishReason'],
    ['an error without a code', sse({ error: { message: 'no', status: 'INTERNAL' } }), 'without a numeric code'],
  ])('with %s is refused', (_, text, breach) => expect(checkContentsStream(text).join('\n')).toContain(breach))

  test('takes words with a signature for words of their text, and gives a late signature to the text before it', () => {
    const parts = [
      { text: 'a', thought: true },
      { text: 'b', thought: true },
      { text: 'c', thoughtSignature: 'one' },
      { text: 'd' },
      { functionCall: { name: 'f' } },
      { text: 'e' },
      { text: '', thoughtSignature: 'two' },
      { text: 'f' },
    ]
    const text = sse(...parts.map((part) => frame([part])), frame([{ text: '' }], { finishReason: 'STOP' }))
    expect(accumulateContentsStream(text)).toMatchObject({
      candidates: [
        {
          content: {
            parts: [
              { text: 'ab', thought: true },
              { text: 'cd', thoughtSignature: 'one' },
              { functionCall: { name: 'f' } },
              { text: 'e', thoughtSignature: 'two' },
              { text: 'f' },
            ],
          },
        },
      ],
    })
  })

  test('puts arguments together that come in pieces', () => {
    const pieces = [
      { functionCall: { name: 'f', willContinue: true } },
      { functionCall: { partialArgs: [{ jsonPath: '$.a[0].b', stringValue: 'on', willContinue: true }], willContinue: true } },
      {
        functionCall: {
          partialArgs: [
            { jsonPath: '$.a[0].b', stringValue: 'e' },
            { jsonPath: "$['c']", numberValue: 2 },
          ],
          willContinue: true,
        },
      },
      { functionCall: {} },
    ]
    const text = sse(...pieces.map((piece) => frame([piece])), frame([], { finishReason: 'STOP' }))
    expect(accumulateContentsStream(text)).toMatchObject({
      candidates: [{ content: { parts: [{ functionCall: { name: 'f', args: { a: [{ b: 'one' }], c: 2 } } }] } }],
    })
  })

  test('that fails, or is cut, stands for nothing', () => {
    expect(accumulateContentsStream(sse(frame([{ text: 'Hi' }])))).toBeUndefined()
    expect(accumulateContentsStream(sse(...frames, { error: { code: 500 } }))).toBeUndefined()
    expect(accumulateContentsStream('[{"candidates":')).toBeUndefined()
  })
})
