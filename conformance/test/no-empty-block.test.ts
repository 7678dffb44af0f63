import { fileURLToPath } from 'node:url'
import { isInterlinguaError, unfoldResponse } from '@interlingua/core'
import { createReversals } from '@interlingua/core/adapter'
import type { GenerateAdapter, GenerateRequest, GenerateResponse, Json, Pointer, TextPart } from '@interlingua/core'
import {
  answerTranslation,
  arbitraryRequest,
  arbitraryResponse,
  createTestContext,
  emptyBlocks,
  lawNoEmptyBlock,
  requestTranslation,
  translateStreamText,
  writeStream,
} from '@interlingua/testkit'
import type { Recording, Pair, Violation } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { answerOf } from '../src/answer-of.ts'
import { emptyBlocksOfStream } from '../src/empty-blocks-of.ts'
import { emptyRules } from '../src/empty-rules.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { hasEnded } from '../src/has-ended.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'
import { requestDocument } from '../src/request-document.ts'

const pairs = formatIds.flatMap((from) => formatIds.map((to) => [from, to] as const))

/** Empty blocks from a source of the same format pass as they are. */
function inRecording(recording: Recording, from: FormatId, to: FormatId, pair: Pair): readonly Violation[] {
  const rules = emptyRules[to]
  const came = (document: unknown, part: 'request' | 'answer'): readonly Pointer[] =>
    from === to ? emptyBlocks(document, rules[part]) : []
  const body = recording.status < 400 ? requestDocument(recording, from) : undefined
  const sent = body === undefined ? undefined : requestTranslation(pair, formats[from].headers)(body)
  const answer = answerIn(recording, from)
  const told = answer === undefined || !hasEnded(answer, from) ? undefined : answerTranslation(pair)(answer)
  const violations: Violation[] = []
  if (sent?.type === 'done')
    violations.push(...lawNoEmptyBlock(`${recording.id} request`, sent.output, rules.request, came(body, 'request')))
  if (told?.type === 'done')
    violations.push(...lawNoEmptyBlock(`${recording.id} answer`, told.output, rules.answer, came(answer, 'answer')))
  if (recording.stream !== undefined && from !== to) {
    const { text } = translateStreamText(pair, [recording.stream], formats[to].asked)
    for (const path of emptyBlocksOfStream(to, text)) violations.push({ law: `${recording.id} stream`, path, message: 'says nothing' })
  }
  return violations
}

/** A response that its own format refuses is not translated. */
function answerIn(recording: Recording, from: FormatId): Json | undefined {
  try {
    return answerOf(recording, from)
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
}

const isText = ({ format }: Recording): boolean => format !== 'count_tokens'

describe.each(pairs)('no block without content, %s to %s', (from, to) => {
  test('in our own examples', () => {
    expect(
      ownCorpus(from)
        .filter(isText)
        .flatMap((recording) => inRecording(recording, from, to, pairOf(from, to))),
    ).toEqual([])
  })
})

describeRecordings('no block without content, in recorded exchanges', fileURLToPath(recordings), () => {
  const sets = recordedCorpus().filter(({ counts }) => counts === undefined)
  test.each(pairs)('%s to %s', (from, to) => {
    const recordedAll = sets.flatMap(({ format, recordings: read }) => (format === from ? (read ?? []) : []))
    expect(recordedAll.length).toBeGreaterThan(0)
    expect(recordedAll.flatMap((recording) => inRecording(recording, from, to, pairOf(from, to)))).toEqual([])
  })
})

function inRequest(adapter: GenerateAdapter, to: FormatId, request: GenerateRequest): readonly Violation[] {
  const { context } = createTestContext()
  let body: unknown
  try {
    body = JSON.parse(JSON.stringify(adapter.encodeRequest(adapter.lowerRequest(request, context).request, context).body))
  } catch {
    return [] // a request without any content left is refused
  }
  return lawNoEmptyBlock('request', body, emptyRules[to].request)
}

function inResponse(adapter: GenerateAdapter, to: FormatId, response: GenerateResponse): readonly Violation[] {
  const { context } = createTestContext()
  const { body } = adapter.encodeResponse(response, context)
  const text = writeStream(adapter, unfoldResponse(response), context, formats[to].asked)
  return [
    ...lawNoEmptyBlock('answer', JSON.parse(JSON.stringify(body)), emptyRules[to].answer),
    ...emptyBlocksOfStream(to, text).map((path): Violation => ({ law: 'stream', path, message: 'says nothing' })),
  ]
}

describe.each(formatIds)('no block without content in %s', (to) => {
  const { documents } = formats[to]
  test('whatever the request', () => {
    fc.assert(fc.property(arbitraryRequest, (request) => void expect(inRequest(documents, to, request)).toEqual([])))
  })
  test('whatever the answer, in documents and streams', () => {
    fc.assert(fc.property(arbitraryResponse, (response) => void expect(inResponse(documents, to, response)).toEqual([])))
  })
})

describe('the law of empty blocks catches what it is there for', () => {
  const blank = (text: string): GenerateRequest => ({
    model: 'demo',
    turns: [
      { author: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      {
        author: 'assistant',
        parts: [
          { type: 'text', text },
          { type: 'tool-call', callId: 'a', name: 'f', kind: 'function', arguments: '{}' },
        ],
      },
      { author: 'user', parts: [{ type: 'tool-result', callId: 'a', parts: [{ type: 'text', text: 'done' }] }] },
    ],
  })

  test.each([
    ['messages', '\n\n', '/messages/1/content/0'],
    ['messages', '', '/messages/1/content/0'],
    ['responses', '', '/input/1'],
    ['contents', '', '/contents/1/parts/0'],
  ] as const)('%s: a lowering that leaves a text of %j in an answer of the past', (to, text, place) => {
    const { documents } = formats[to]
    const lazy: GenerateAdapter = { ...documents, lowerRequest: (request) => ({ request, reversals: createReversals() }) }
    expect(inRequest(documents, to, blank(text))).toEqual([])
    expect(inRequest(lazy, to, blank(text)).map(({ path }) => path)).toContain(place)
  })

  test('chat: an encoder that prints a message of the past in which nothing was said', () => {
    const { documents } = formats.chat
    const chatty: GenerateAdapter = {
      ...documents,
      encodeRequest: (request, context) => {
        const sent = documents.encodeRequest(request, context)
        return { ...sent, body: { model: 'demo', messages: [{ role: 'assistant', content: '' }] } as never }
      },
    }
    expect(inRequest(documents, 'chat', blank(''))).toEqual([])
    expect(inRequest(chatty, 'chat', blank('')).map(({ path }) => path)).toEqual(['/messages/0'])
  })

  test.each(formatIds)('%s: an encoder that prints a part of which nothing came, in documents and in streams', (to) => {
    const { adapter } = formats[to]
    const chatty: GenerateAdapter = {
      ...adapter,
      encodeResponse: (response, context) => ({ ...adapter.encodeResponse(response, context), body: emptied[to] as never }),
      createStreamEncoder: (context, asked) => {
        const writer = adapter.createStreamEncoder(context, asked)
        return {
          push: (event) => writer.push(event.type === 'part-start' && event.value.type === 'text' ? { ...event, value: own[to] } : event),
          end: () => writer.end(),
        }
      },
    }
    const said: GenerateResponse = {
      id: 'a',
      model: 'demo',
      status: 'completed',
      candidates: [{ index: 0, parts: [{ type: 'text', text: '' }], finish: { unified: 'stop' } }],
    }
    expect(inResponse(adapter, to, said)).toEqual([])
    expect(inResponse(chatty, to, said).map(({ law }) => law)).toEqual(
      expect.arrayContaining(to === 'chat' ? ['answer'] : ['answer', 'stream']),
    )
  })

  const text = { type: 'text', text: '' } as const
  const emptied: Readonly<Record<FormatId, Json>> = {
    messages: { content: [text] },
    chat: { choices: [{ message: { role: 'assistant', content: [text] } }] },
    responses: { output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '', annotations: [] }] }] },
    contents: { candidates: [{ content: { role: 'model', parts: [{ text: '' }] } }] },
  }
  /** A text that its own format prints in any case; chat streams no empty part. */
  const own: Readonly<Record<FormatId, TextPart>> = {
    messages: { ...text, extensions: { messages: { hint: { empty: true } } } },
    chat: text,
    responses: { ...text, citations: [{ source: 'url', uri: 'https://example.com', span: { start: 0, end: 0 } }] },
    contents: { ...text, extensions: { contents: { hint: {} } } },
  }
})
