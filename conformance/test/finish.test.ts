import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { crossAnswer, crossStream } from '../src/cross.ts'
import { finishCases, saidDone } from '../src/finish-cases.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { streamOf } from '../src/stream-of.ts'

describe.each(formatPairs)('how an answer of %s ended reaches a client of %s', (source, target) => {
  const cases = finishCases[source].flatMap(({ reason, success, answer }) =>
    [false, true].map((calls) => [`${reason}${calls ? ' with a call' : ''}`, success, calls, answer(calls)] as const),
  )

  test.each(cases)('pitfall 41: %s is a success only if it was one', (_, success, calls, answer) => {
    const { body } = crossAnswer(source, target, answer)
    const wanted = success ? (calls ? 'calls' : 'done') : undefined
    expect(saidDone[target](body)).toBe(doneOf(wanted, answer, saidDone[target](body)))
    expect(formats[target].checkResponse(body)).toEqual([])
  })

  test.each(cases)('pitfall 41: %s says the same in a stream', (_, success, calls, answer) => {
    const text = crossStream(source, target, streamOf(source, answer))
    expect(formats[target].checkStream(text)).toEqual([])
    const document = formats[target].documentOf(text) as JsonObject
    expect(document).toBeDefined()
    const said = saidDone[target](document)
    expect(said).toBe(doneOf(success ? (calls ? 'calls' : 'done') : undefined, answer, said))
  })
})

/** A response with `tool_use` and without calls may be printed either way: it was a success. */
function doneOf(
  wanted: 'calls' | 'done' | undefined,
  answer: JsonObject,
  said: 'calls' | 'done' | undefined,
): 'calls' | 'done' | undefined {
  const claims = /"(?:tool_use|tool_calls|function_call)"/.test(JSON.stringify([answer['stop_reason'], finishOf(answer)]))
  return wanted === 'done' && claims && said !== undefined ? said : wanted
}

function finishOf({ choices }: JsonObject): unknown {
  return Array.isArray(choices) ? (choices[0] as JsonObject)['finish_reason'] : undefined // a chat answer's choice is an object
}
