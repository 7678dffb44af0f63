import type { Json, JsonObject } from './json.ts'
import { isJsonObject, parseJson } from './parse-json.ts'
import type { ReasoningPart, ReasoningSegment, Seal } from './part.ts'
import { unwrapSeal, wrapSeal } from './seal-envelope.ts'

/** The format of an envelope in which several thoughts of a turn ride together. docs/decisions/007-where-a-seal-stands.md */
const bundleFormat = 'thoughts'

/** Marks the envelope of reasoning that its vendor redacted: an envelope has no other place for that. */
export const redactedMark = 'redacted'

/** A thought that rides in the slot of another part. */
export interface BundledThought {
  /** The thought. Its text is inside where clients drop that of the part that showed it. */
  readonly thought: Pick<ReasoningPart, 'segments' | 'redacted' | 'seal'>
  /** It stood before everything else of the turn. */
  readonly first?: boolean
  /** The client was shown its text as a part of its own, which it may bring back as well. */
  readonly shown?: boolean
  /** It is the part that carries the bundle: only its seal is inside. */
  readonly own?: boolean
}

/** One seal for several: what stands in the slot of the part that carries them. None of them: a reference to what an earlier part carries. */
export function bundleSeals(thoughts: readonly BundledThought[]): Seal {
  return { format: bundleFormat, data: thoughts.length === 0 ? '' : JSON.stringify(thoughts.map(printed)) }
}

export function isBundle(seal: Seal | undefined): boolean {
  return seal?.format === bundleFormat
}

/** The thoughts in a bundle, in their order. */
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
  const segments = Array.isArray(texts) ? (texts as readonly Json[]).flatMap(readSegment) : [] // as above
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

/** What earlier releases wrote: envelopes with a space between, that of the carrier's own seal last, behind this mark. */
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

/** The envelope of these thoughts, for a slot of another format. */
export function wrapBundle(thoughts: readonly BundledThought[]): string {
  return wrapSeal(bundleSeals(thoughts))
}
