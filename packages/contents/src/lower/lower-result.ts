import { isJsonObject, pointer } from '@interlingua/core'
import type { Json, Part, Pointer, TextPart, ToolResultPart } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/** A result as one text or one object, then media. */
export function lowerResult(part: ToolResultPart, at: Pointer, scope: LowerScope): ToolResultPart {
  if (scope.own || isPlain(part, scope)) return part
  const lowered: Draft<ToolResultPart> = { ...part }
  const { texts, media, same, moved } = sortParts(part, at, scope)
  if (!same) lowered.parts = media
  if (texts.length > 0 && !same) lowered.parts = [joined(texts, moved, at, scope), ...media]
  lowerStructure(lowered, texts, media, at, scope)
  if (scope.context.model?.callIds === false && hintOf(part).id === undefined) lowered.extensions = withHint(part, { id: 'absent' })
  return same && lowered.structured === part.structured && lowered.extensions === part.extensions ? part : lowered
}

/** One text and nothing else, as most results are. */
function isPlain({ parts, structured }: ToolResultPart, { context }: LowerScope): boolean {
  const [only] = parts
  if (parts.length !== 1 || only?.type !== 'text' || structured !== undefined || context.model?.callIds === false) return false
  return only.cache === undefined && only.seal === undefined && only.citations === undefined
}

interface Sorted {
  readonly texts: readonly TextPart[]
  readonly media: readonly Part[]
  /** The parts are what they were: at most one text, in front. */
  readonly same: boolean
  /** A text stood behind media. */
  readonly moved: boolean
}

function sortParts(part: ToolResultPart, at: Pointer, scope: LowerScope): Sorted {
  const texts: TextPart[] = []
  const media: Part[] = []
  let same = true
  let moved = false
  part.parts.forEach((inner, index) => {
    const place = inner.at ?? pointer(at, 'parts', index)
    // An empty text is what a result may say.
    const lowered = inner.type === 'text' && inner.text === '' ? inner : scope.lowerInner(inner, 'result', place)
    if (lowered !== inner) same = false
    for (const made of (Array.isArray(lowered) ? lowered : [lowered]) as readonly Part[]) {
      if (made.type === 'text') {
        if (media.length > 0 && made.text !== '') moved = true
        texts.push(made)
      } else if (made.type === 'media' || made.type === 'document') media.push(made)
      else {
        scope.report('result-part', place)
        same = false
      }
    }
  })
  if (texts.length > 1 || (texts.length === 1 && part.parts[0]?.type !== 'text')) same = false
  return { texts, media, same, moved }
}

/** One text in front of the media. */
function joined(texts: readonly TextPart[], moved: boolean, at: Pointer, { report }: LowerScope): TextPart {
  const [first] = texts
  if (moved || texts.length > 1) report('result-text', at)
  if (first && texts.length === 1) return first
  return { type: 'text', text: texts.map(({ text }) => text).join('\n'), at: first?.at ?? at }
}

/** A structure is an object, and nothing else is said beside it. References in it are taken for those of the server: then it is text. */
function lowerStructure(
  lowered: Draft<ToolResultPart>,
  texts: readonly TextPart[],
  media: readonly Part[],
  at: Pointer,
  { report }: LowerScope,
): void {
  const { structured } = lowered
  if (structured === undefined) return
  const said = texts.some(({ text }) => text !== '')
  if (isJsonObject(structured) && !said && lowered.isError !== true && !isText(structured) && !hasReference(structured)) {
    lowered.parts = media
    return
  }
  report('result-structured', at)
  delete lowered.structured
  if (!said) lowered.parts = [{ type: 'text', text: JSON.stringify(structured), at }, ...media]
}

/** An object that would be read as a plain text. */
function isText(structured: { readonly [key: string]: Json }): boolean {
  const keys = Object.keys(structured)
  return keys.length === 0 || (keys.length === 1 && (typeof structured.output === 'string' || typeof structured.error === 'string'))
}

function hasReference(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((item: Json) => hasReference(item))
  for (const key in value) {
    const inner = (value as { readonly [key: string]: Json })[key] // neither null nor a list
    if (key === '$ref' || (inner !== undefined && hasReference(inner))) return true
  }
  return false
}
