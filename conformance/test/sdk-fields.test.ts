import { existsSync } from 'node:fs'
import { isJsonObject, parseJson, WireError } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { answerTranslation, translateStreamText } from '@interlingua/testkit'
import type { Recording, Pair } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds } from '../src/formats.ts'
import { hasEnded } from '../src/has-ended.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { recordingsAbsent } from '../../tools/recordings-absent.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'
import { createFieldCheck } from '../src/sdk/missing-fields.ts'

const roots = {
  messages: ['Message', 'RawMessageStreamEvent'],
  chat: ['ChatCompletion', 'ChatCompletionChunk'],
  responses: ['Response', 'ResponseStreamEvent'],
  contents: ['GenerateContentResponse', 'GenerateContentResponse'],
} as const satisfies Readonly<Record<FormatId, readonly [document: string, frame: string]>>

/** Known differences from the types, with the reason. An entry that does not occur is stale. */
const exceptions: Readonly<Record<FormatId, Readonly<Record<string, string>>>> = {
  messages: {
    'TextBlock.citations': 'the vendor leaves it out of texts that cite nothing, and the AI SDK refuses null',
    RawMessageStreamEvent: 'the vendor sends pings, which the types leave out',
    'ToolUseBlock.caller': 'a call of a program at another vendor goes back with the caller that it came with',
  },
  chat: {
    'ChatCompletionAudio.id': 'an id would be sent back to name a sound that nobody keeps',
    'ChatCompletionAudio.expires_at': 'nobody keeps the sound, so nothing expires',
    'ChatCompletionAudio.transcript': 'what was said is not known, and an empty text would say that nothing was',
  },
  responses: {
    'Response.output_text': 'the SDK adds it',
    'Response.user': 'the vendor sends null where nobody was named',
    ResponseUsage: 'null while it is not known, as the vendor sends it and Open Responses demands',
    'ResponseError.code': 'the code by which clients know that the server is overloaded',
    'ResponseFunctionToolCall.caller': 'a call of code at another vendor goes back with the caller that it came with',
  },
  contents: {},
}

describe.each(formatIds)('what clients of %s are told has every field that the types of their SDK need', (target) => {
  const [documents, frames] = roots[target].map((root) => createFieldCheck(target, root))
  const found = new Map<string, string>()
  const note = (id: string, lacks: readonly string[]): void => {
    for (const lack of lacks) if (!found.has(lack)) found.set(lack, id)
  }
  for (const source of othersOf(target)) {
    const recordedAll = [
      ...ownCorpus(source),
      ...recordedCorpus().flatMap(({ format, counts, recordings: all = [] }) => (format === source && !counts ? all : [])),
    ]
    for (const recording of recordedAll) {
      const pair = pairOf(source, target)
      const done = translated(pair, recording, source)
      if (done !== undefined) note(`${source} ${recording.id}`, documents?.(done) ?? [])
      if (recording.stream === undefined) continue
      for (const frame of framesOf(translateStreamText(pair, [recording.stream]).text))
        note(`${source} ${recording.id} (stream)`, frames?.(frame) ?? [])
    }
  }

  test('or a reason why not', () => {
    const unexplained = [...found].filter(([lack]) => !Object.keys(exceptions[target]).includes(lack.slice(0, lack.indexOf(': '))))
    expect(unexplained.map(([lack, id]) => `${lack} (${id})`)).toEqual([])
  })

  // Some reasons occur only in recordings.
  test('and no reason is stale', (context) => {
    if (!existsSync(recordings)) context.skip(recordingsAbsent)
    const met = new Set([...found.keys()].map((lack) => lack.slice(0, lack.indexOf(': '))))
    expect(Object.keys(exceptions[target]).filter((each) => !met.has(each))).toEqual([])
  })
})

/** Undefined for a document that is no whole response of its format, which other laws check. */
function translated(pair: Pair, recording: Recording, source: FormatId): Json | undefined {
  try {
    const answer = answerOf(recording, source)
    if (answer === undefined || !hasEnded(answer, source)) return undefined
    const done = answerTranslation(pair)(answer)
    return done.type === 'done' ? done.output : undefined
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

/** Frames of a stream that are events of the format; an SDK throws error events. */
function framesOf(text: string): readonly Json[] {
  return text.split('\n\n').flatMap((block) => {
    const data = /(?:^|\n)data: (.*)/s.exec(block)?.[1]
    if (data === undefined || data === '[DONE]') return []
    const frame = parseJson(data)
    if (frame === undefined) return []
    return isJsonObject(frame) && (frame['type'] === 'error' || frame['error'] !== undefined) ? [] : [frame]
  })
}
