import type { Format } from './node.ts'
import type { Part, ReasoningPart } from './part.ts'
import { bundleSeals } from './seal-bundle.ts'
import type { BundledThought } from './seal-bundle.ts'

/**
 * True for a reasoning part that holds a seal of another format and nothing to show. With `borne`, only if the seal belongs to another
 * part.
 */
export function isBareSeal(part: Part, format: Format, carried: boolean): part is ReasoningPart {
  if (part.type !== 'reasoning' || part.seal === undefined || part.seal.format === format || part.extensions?.[format] !== undefined)
    return false
  if (carried && part.seal.attachTo === undefined) return false
  return part.segments.every(({ text }) => text === '')
}

/** True for a thought that takes the seals right behind it into its own slot. */
export function takesSeals(part: Part | undefined, format: Format): part is ReasoningPart {
  return (
    part?.type === 'reasoning' &&
    part.redacted !== true &&
    part.seal?.format !== format &&
    part.extensions?.[format] === undefined &&
    part.segments.some(({ text }) => text !== '')
  )
}

/** Thought as it rides in the slot of another part. */
export function bareThought({ segments, redacted, seal }: ReasoningPart): BundledThought {
  const texts = segments.filter(({ text }) => text !== '')
  return { thought: { segments: texts, ...(redacted === true && { redacted }), ...(seal && { seal }) }, shown: texts.length > 0 }
}

/** Joins the thought and the seals behind it into one seal. */
export function withSeals<Some extends Pick<ReasoningPart, 'seal'>>(thought: Some, riders: readonly BundledThought[]): Some {
  const { seal } = thought
  return { ...thought, seal: bundleSeals([{ thought: { segments: [], ...(seal && { seal }) }, own: true }, ...riders]) }
}

/** Redacted reasoning part, which shows nothing, for seals without a thought before them. */
export function sealsAlone(riders: readonly BundledThought[], like: Part): ReasoningPart {
  const { at, fields } = like
  return {
    type: 'reasoning',
    segments: [],
    redacted: true,
    seal: bundleSeals(riders),
    ...(at !== undefined && { at }),
    ...(at !== undefined && fields && { fields }),
  }
}

/**
 * Moves seals of parts with nothing to show into the slot of the thought right before them, else together into one redacted thought, for a
 * client whose `format` shows thoughts in their order. `borne`: thoughts without text stay, and only seals of other parts move; returns
 * `parts` itself where nothing moves. Streams: `createSealGatherer`. docs/model/signatures.md
 */
export function gatherSeals(parts: readonly Part[], format: Format, carried: boolean): readonly Part[] {
  if (!parts.some((part) => isBareSeal(part, format, carried))) return parts
  const gathered: Part[] = []
  let riders: BundledThought[] = []
  let first: Part | undefined
  const flush = (): void => {
    if (first === undefined) return
    const last = gathered.at(-1)
    if (takesSeals(last, format)) gathered[gathered.length - 1] = withSeals(last, riders)
    else gathered.push(sealsAlone(riders, first))
    riders = []
    first = undefined
  }
  for (const part of parts) {
    if (isBareSeal(part, format, carried)) {
      first ??= part
      riders.push(bareThought(part))
    } else {
      flush()
      gathered.push(part)
    }
  }
  flush()
  return gathered
}
