import { isJsonObject, pointer } from '@interlingua/core'
import type { Json, Part, Pointer, TextPart, ToolResultPart } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/** Lowers a result to one text or one object, followed by media. */
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

/** True for a lone text, as most results are. */
function isPlain({ parts, structured }: ToolResultPart, { context }: LowerScope): boolean {
  const [only] = parts
  if (parts.length !== 1 || only?.type !== 'text' || structured !== undefined || context.model?.callIds === false) return false
  return only.cache === undefined && only.seal === undefined && only.citations === undefined
}

interface Sorted {
  readonly texts: readonly TextPart[]
  readonly media: readonly Part[]
  /** True if the parts are unchanged: at most one text, in front. */
  readonly same: boolean
  /** True if a text stood behind media. */
  readonly moved: boolean
}

function sortParts(part: ToolResultPart, at: Pointer, scope: LowerScope): Sorted {
  const texts: TextPart[] = []
  const media: Part[] = []
  let same = true
  let moved = false
  part.parts.forEach((inner, index) => {
    const place = inner.at ?? pointer(at, 'parts', index)
    // A result may be an empty text.
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

/** Joins texts to one, in front of the media. */
function joined(texts: readonly TextPart[], moved: boolean, at: Pointer, { report }: LowerScope): TextPart {
  const [first] = texts
  if (moved || texts.length > 1) report('result-text', at)
  if (first && texts.length === 1) return first
  return { type: 'text', text: texts.map(({ text }) => text).join('\n'), at: first?.at ?? at }
}

/** Lowers a structure, which is an object without other parts; one with references becomes text, since the server would resolve them. */
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

/** True for an object that would be read as a plain text. */
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
