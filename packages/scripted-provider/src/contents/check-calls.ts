import type { Failure } from '@interlingua/core'
import { isGemini3 } from './is-gemini-3.ts'
import { refuseContents } from './refuse-contents.ts'
import type { WireContent } from './shapes/request-shape.ts'
import type { WirePart } from './shapes/part-shape.ts'

type Call = NonNullable<WirePart['functionCall']>
type Result = NonNullable<WirePart['functionResponse']>

/** Calls and results: right behind each other, as many of one as of the other, by the same names and ids; and nothing of the model's at the end. Edges 41, 42 and 45. */
export function checkCalls(contents: readonly WireContent[], model: string): Failure | undefined {
  for (const [i, content] of contents.entries()) {
    const at = `contents[${i}]`
    const calls = callsOf(content)
    const results = resultsOf(content)
    if (calls.length > 0) {
      const before = contents[i - 1]
      if (before === undefined || before.role === 'model')
        return refuseContents(
          'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
          at,
        )
      const answers = contents[i + 1] ? resultsOf(contents[i + 1]) : []
      if (answers.length !== calls.length)
        return refuseContents(
          'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
          at,
        )
      const failure = checkPairs(calls, answers, `contents[${i + 1}]`)
      if (failure) return failure
    }
    if (results.length === 0) continue
    if (callsOf(contents[i - 1]).length === 0)
      return refuseContents('Please ensure that function response turn comes immediately after a function call turn.', at)
    const parts = content.parts ?? []
    const last = parts.findLastIndex(({ functionResponse }) => functionResponse)
    if (isGemini3(model) && last < parts.length - 1)
      return refuseContents('Please ensure that no other parts follow the function response parts of a turn.', `${at}.parts[${last + 1}]`)
  }
  const last = contents.at(-1)
  return isGemini3(model) && last?.role === 'model'
    ? refuseContents(
        'Please ensure that multiturn requests end with a user turn or a function response.',
        `contents[${contents.length - 1}].role`,
      )
    : undefined
}

function checkPairs(calls: readonly Call[], results: readonly Result[], at: string): Failure | undefined {
  const open = [...calls]
  for (const { id, name } of results) {
    const found = open.findIndex((call) => call.name === name && call.id === id)
    if (found !== -1) open.splice(found, 1)
    else if (!open.some((call) => call.name === name))
      return refuseContents(`Function response '${name}' does not match the name of any function call of the previous turn.`, at)
    else return refuseContents(`Function response for '${name}' does not have the id of its function call.`, at)
  }
  return undefined
}

function callsOf(content: WireContent | undefined): readonly Call[] {
  return (content?.parts ?? []).flatMap(({ functionCall }) => (functionCall ? [functionCall] : []))
}

function resultsOf(content: WireContent | undefined): readonly Result[] {
  return (content?.parts ?? []).flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []))
}
