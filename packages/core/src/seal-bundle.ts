import type { Json, JsonObject } from './json.ts'
import { isJsonObject, parseJson } from './parse-json.ts'
import type { ReasoningPart, ReasoningSegment, Seal } from './part.ts'
import { unwrapSeal, wrapSeal } from './seal-envelope.ts'

/** Format of an envelope that holds several thoughts of a turn. docs/decisions/007-where-a-seal-stands.md */
const bundleFormat = 'thoughts'

/** Marks the envelope of redacted reasoning; an envelope has no other place for that. */
export const redactedMark = 'redacted'

/** A thought that rides in the slot of another part. */
export interface BundledThought {
  /** The thought; its text is inside where clients drop the text of the part that showed it. */
  readonly thought: Pick<ReasoningPart, 'segments' | 'redacted' | 'seal'>
  /** True if the thought stood before everything else of the turn. */
  readonly first?: boolean
  /** True if the client was shown its text as a part of its own, which it may bring back as well. */
  readonly shown?: boolean
  /** True if the thought is the part that carries the bundle: only its seal is inside. */
  readonly own?: boolean
}

/**
 * Seal that holds several thoughts, for the slot of the part that carries them. An empty list makes a reference to what an earlier part
 * carries.
 */
export function bundleSeals(thoughts: readonly BundledThought[]): Seal {
  return { format: bundleFormat, data: thoughts.length === 0 ? '' : JSON.stringify(thoughts.map(printed)) }
}

export function isBundle(seal: Seal | undefined): boolean {
  return seal?.format === bundleFormat
}

/** Thoughts of a bundle, in their order. */
export function readBundle({ data }: Seal): readonly BundledThought[] {
  if (!data.startsWith('[')) return readEnvelopes(data)
  const list = parseJson(data)
  return Array.isArray(list) ? (list as readonly Json[]).flatMap((entry) => (isJsonObject(entry) ? [read(entry)] : [])) : [] // an array: its items are JSON
}

function printed({ thought: { segments, redacted, seal }, first, shown, own }: BundledThought): JsonObject {
  return {
    ...(seal && { f: seal.format, d: seal.data }),
    ...(seal?.vendor !== undefined && { v: seal.vendor }),
    ...(seal?.model !== undefined && { m: seal.model }),
    ...(seal?.attachTo !== undefined && { a: seal.attachTo }),
    ...(segments.length > 0 && own !== true && { t: segments.map(({ type, text }) => (type === 'summary' ? [text, 1] : [text])) }),
    ...(redacted === true && { r: 1 }),
    ...(first === true && { i: 1 }),
    ...(shown === true && { s: 1 }),
    ...(own === true && { o: 1 }),
  }
}

function read(entry: JsonObject): BundledThought {
  const { f: format, d: data, v: vendor, m: model, a: attachTo, t: texts } = entry
  const seal: Seal | undefined =
    typeof format === 'string' && typeof data === 'string'
      ? {
          format,
          ...(typeof vendor === 'string' && { vendor }),
          ...(typeof model === 'string' && { model }),
          data,
          ...(typeof attachTo === 'string' && { attachTo }),
        }
      : undefined
  const segments = Array.isArray(texts) ? (texts as readonly Json[]).flatMap(readSegment) : [] // an array: its items are JSON
  return {
    thought: { segments, ...(entry.r === 1 && { redacted: true }), ...(seal && { seal }) },
    ...(entry.i === 1 && { first: true }),
    ...(entry.s === 1 && { shown: true }),
    ...(entry.o === 1 && { own: true }),
  }
}

function readSegment(entry: Json): readonly ReasoningSegment[] {
  const [text, summary]: readonly (Json | undefined)[] = Array.isArray(entry) ? entry : []
  return typeof text === 'string' ? [{ type: summary === 1 ? 'summary' : 'full', text }] : []
}

/** Mark of earlier releases, which wrote envelopes with spaces between, and behind this mark the carrier's own seal last. */
const ownMark = '='

function readEnvelopes(data: string): readonly BundledThought[] {
  return data.split(' ').flatMap((word): readonly BundledThought[] => {
    const own = word.startsWith(ownMark)
    const found = unwrapSeal(own ? word.slice(ownMark.length) : word)
    if (found === undefined) return []
    const { attachTo, ...bare } = found
    const redacted = attachTo === redactedMark
    const seal = redacted || attachTo === undefined ? bare : found
    return [{ thought: { segments: [], ...(redacted && { redacted }), seal }, ...(own && { own }) }]
  })
}

/** Wraps thoughts in an envelope for a slot of another format. */
export function wrapBundle(thoughts: readonly BundledThought[]): string {
  return wrapSeal(bundleSeals(thoughts))
}
