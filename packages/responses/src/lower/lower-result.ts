import { pointer } from '@interlingua/core'
import type { Part, Pointer, ToolResultPart } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { isContent } from '../parts/index.ts'
import { takesMarks } from './lower-cache-marks.ts'
import { lowerPart } from './lower-part.ts'
import type { LowerScope } from './scope.ts'

/** Lowers a result to what an output can hold. `type`: that of the item that answers its call. */
export function lowerResult(part: ToolResultPart, type: string, at: Pointer, scope: LowerScope): ToolResultPart {
  const callId = scope.callIdOf(part.callId, at)
  // A mark needs a list and moves on with each request, so the shape of an output must not depend on it.
  const listed = hintOf(part).output === undefined && takesMarks(scope)
  if (callId === part.callId && type === 'function_call_output' && !listed && isPlain(part)) return part
  const own = typeof hintOf(part).type === 'string' || (scope.own && part.structured === undefined && part.isError === undefined)
  const spelled = hintOf(part).type ?? 'function_call_output'
  const parts: Part[] = []
  let changed = callId !== part.callId
  part.parts.forEach((inner, i) => {
    const lowered = lowerPart(inner, inner.at ?? pointer(at, 'parts', i), scope)
    if (lowered.length !== 1 || lowered[0] !== inner) changed = true
    for (const piece of lowered) {
      if (isContent(piece)) parts.push(piece)
      else {
        changed = true
        scope.report('turn-part', piece.at ?? at)
      }
    }
  })
  const lowered: Draft<ToolResultPart> = { ...part, callId, parts }
  if (!own) {
    if (part.structured !== undefined) {
      changed = true
      scope.report('result-structured', at)
      // An empty text beside media adds nothing.
      const said = parts.some((piece) => piece.type === 'text' && piece.text !== '')
      if (!said) {
        const media = parts.filter(({ type: kind }) => kind !== 'text')
        parts.splice(0, parts.length, { type: 'text', at, text: JSON.stringify(part.structured) }, ...media)
      }
      delete lowered.structured
    }
    if (part.isError === true) {
      changed = true
      scope.report('result-error', at)
      markError(parts, at)
    }
    if (part.isError !== undefined) {
      changed = true
      delete lowered.isError
    }
  }
  if (type !== spelled) {
    changed = true
    lowered.extensions = withHint(part, { type })
  }
  if (listed && (type === 'function_call_output' || type === 'custom_tool_call_output')) {
    changed = true
    lowered.extensions = withHint(lowered, { output: 'list' })
  }
  return changed ? lowered : part
}

/** True for a lone text, as nearly all results are. */
function isPlain(part: ToolResultPart): boolean {
  const [only] = part.parts
  if (only?.type !== 'text' || part.parts.length !== 1 || only.cache !== undefined || only.citations !== undefined) return false
  return part.structured === undefined && part.isError === undefined && part.cache === undefined && hintOf(part).type === undefined
}

/** States in the text that the result is an error, unless it says so, since there is no flag. */
function markError(parts: Part[], at: Pointer): void {
  const [first] = parts
  if (first?.type === 'text') {
    if (!/^\W*error/i.test(first.text.slice(0, 32))) parts[0] = { ...first, text: `Error: ${first.text}` }
  } else parts.unshift({ type: 'text', at, text: 'Error: the tool failed' })
}

/** Result for a call without one. */
export function missingResult(callId: string, type: string, at: Pointer): ToolResultPart {
  const missing: Draft<ToolResultPart> = {
    type: 'tool-result',
    at,
    callId,
    parts: [{ type: 'text', at, text: 'Error: no result was given for this call' }],
  }
  if (type !== 'function_call_output') missing.extensions = { responses: { hint: { type } } }
  return missing
}
