import { createByteOffsets, type ByteOffsets } from '@interlingua/adapter-kit'

/** Text part of a candidate. */
export interface TextPlace {
  /** Number of the part for the reader: the position in the candidate, or the part number of a stream. */
  readonly part: number
  /** Position on the wire. */
  readonly index: number
  readonly offsets: ByteOffsets
}

export interface FoundPlace {
  readonly text: TextPlace
  readonly span?: { readonly start: number; readonly end: number }
}

/** Text parts of one candidate, as the places that metadata points to. */
export interface AnswerTexts {
  add(part: number, index: number): ByteOffsets
  /** Place of bytes `start` (absent: 0) to `end`; `undefined` if there is none. */
  find(start: number | undefined, end: number | undefined, partIndex: number | undefined): FoundPlace | undefined
  /** First text, without a place in it. */
  whole(): FoundPlace | undefined
}

/**
 * Makes the texts of a candidate. A place without `partIndex` is in the first text that is long enough: Google leaves the index out,
 * whatever stands before the text, and a stream does not show which parts it would count.
 */
export function createAnswerTexts(): AnswerTexts {
  const texts: TextPlace[] = []
  return {
    add(part, index) {
      const offsets = createByteOffsets()
      texts.push({ part, index, offsets })
      return offsets
    },
    find(start = 0, end, partIndex) {
      const fits = (text: TextPlace): boolean => text.offsets.bytes() >= (end ?? start)
      const named = partIndex === undefined ? undefined : texts.find(({ index }) => index === partIndex)
      const text = (named && fits(named) ? named : undefined) ?? texts.find(fits) ?? texts[0]
      if (text === undefined) return undefined
      const { offsets } = text
      // A span of the whole text is the same as no span.
      if (start === 0 && (end === undefined || end === offsets.bytes())) return { text }
      return { text, span: { start: offsets.unitAt(start), end: offsets.unitAt(end ?? offsets.bytes()) } }
    },
    whole: () => (texts[0] ? { text: texts[0] } : undefined),
  }
}
