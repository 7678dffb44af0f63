import type { Failure } from '@interlingua/core'
import { isGemini3 } from './is-gemini-3.ts'
import type { JoinedContent } from './join-neighbours.ts'
import { refuseContents } from './refuse-contents.ts'
import type { WirePart } from './shapes/part-shape.ts'

type Call = NonNullable<WirePart['functionCall']>
type Result = NonNullable<WirePart['functionResponse']>

/**
 * Checks calls and results: results follow their calls at once, in the same number, with the same names and ids, and the conversation does
 * not end with the model. Edges 41, 42 and 45.
 */
export function checkCalls(contents: readonly JoinedContent[], model: string): Failure | undefined {
  for (const [i, content] of contents.entries()) {
    const failure = content.role === 'model' ? checkAnswered(content, contents[i + 1]) : checkResults(content, contents[i - 1], model)
    if (failure) return failure
  }
  const last = contents.at(-1)
  return isGemini3(model) && last?.role === 'model'
    ? refuseContents('Please ensure that multiturn requests end with a user turn or a function response.', `contents[${last.index}].role`)
    : undefined
}

function checkAnswered(content: JoinedContent, next: JoinedContent | undefined): Failure | undefined {
  const calls = callsOf(content)
  if (calls.length === 0) return undefined
  const results = next ? resultsOf(next) : []
  if (results.length !== calls.length)
    return refuseContents(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      `contents[${content.index}]`,
    )
  return checkPairs(calls, results, `contents[${next?.index ?? content.index}]`)
}

function checkResults(content: JoinedContent, before: JoinedContent | undefined, model: string): Failure | undefined {
  if (resultsOf(content).length === 0) return undefined
  const at = `contents[${content.index}]`
  if (before === undefined || callsOf(before).length === 0)
    return refuseContents('Please ensure that function response turn comes immediately after a function call turn.', at)
  const last = content.parts.findLastIndex(({ functionResponse }) => functionResponse)
  return isGemini3(model) && last < content.parts.length - 1
    ? refuseContents('Please ensure that no other parts follow the function response parts of a turn.', at)
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

function callsOf({ parts }: JoinedContent): readonly Call[] {
  return parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []))
}

function resultsOf({ parts }: JoinedContent): readonly Result[] {
  return parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []))
}
