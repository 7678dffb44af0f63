import type { Format } from './node.ts'
import type { Part, ReasoningPart } from './part.ts'
import { bundleSeals } from './seal-bundle.ts'
import type { BundledThought } from './seal-bundle.ts'

/** Whether a part is a seal of another format's and nothing that can be shown: with `borne`, only if it is that of another part. */
export function isBareSeal(part: Part, format: Format, borne: boolean): part is ReasoningPart {
  if (part.type !== 'reasoning' || part.seal === undefined || part.seal.format === format || part.extensions?.[format] !== undefined)
    return false
  if (borne && part.seal.attachTo === undefined) return false
  return part.segments.every(({ text }) => text === '')
}

/** Whether a thought takes the seals that come right behind it into its own slot. */
export function takesSeals(part: Part | undefined, format: Format): part is ReasoningPart {
  return (
    part?.type === 'reasoning' &&
    part.redacted !== true &&
    part.seal?.format !== format &&
    part.extensions?.[format] === undefined &&
    part.segments.some(({ text }) => text !== '')
  )
}

/** A thought as it rides in the slot of another. */
export function bareThought({ segments, redacted, seal }: ReasoningPart): BundledThought {
  const texts = segments.filter(({ text }) => text !== '')
  return { thought: { segments: texts, ...(redacted === true && { redacted }), ...(seal && { seal }) }, shown: texts.length > 0 }
}

/** The thought with the seals that came behind it, in one. */
export function withSeals<Some extends Pick<ReasoningPart, 'seal'>>(thought: Some, riders: readonly BundledThought[]): Some {
  const { seal } = thought
  return { ...thought, seal: bundleSeals([{ thought: { segments: [], ...(seal && { seal }) }, own: true }, ...riders]) }
}

/** What bears seals that no thought stands before: redacted, as it shows nothing. */
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
 * The parts of an answer for a client of `format`, which shows thoughts in their order, with the seals that have nothing to show in the slot
 * of the thought right before them, else together in one redacted thought. `borne`: thoughts without text stay as they are, only seals of
 * other parts move. Streams do the same by `createSealGatherer`. Returns `parts` itself where there is none. docs/model/signatures.md
 */
export function gatherSeals(parts: readonly Part[], format: Format, borne: boolean): readonly Part[] {
  if (!parts.some((part) => isBareSeal(part, format, borne))) return parts
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
    if (isBareSeal(part, format, borne)) {
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
