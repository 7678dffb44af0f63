import type { Citation, Context, Frame, JsonObject, Part, Seal } from '@interlingua/core'
import { addDelta } from '@interlingua/core/adapter'
import { createByteOffsets } from '@interlingua/adapter-kit'
import type { CitedText } from './encode-sources.ts'
import { answerFates } from './fates.ts'
import { notice } from './notices.ts'
import type { OpenPart, Region } from './open-part.ts'
import type { EncodeScope } from './parts/codec.ts'
import { encodePart } from './parts/index.ts'
import { encodeSeal } from './parts/seal.ts'
import { reportCitation } from './report-answer.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

type Out = Frame<WireStreamFrame>

/** Writes the texts and thoughts of one candidate, and tracks which of them a reader joins. */
export interface TextWriter {
  /**
   * Writes text of a part, continuing the text before it if possible. `signature`: that of these words; `hold`: the words wait, since
   * thoughts wait for the last words.
   */
  writeText(open: OpenPart, text: string, how?: { readonly signature?: string; readonly hold?: boolean }): readonly Out[]
  /** Writes a text or thought with a seal, or with unknown keys of this format, as one wire part that no other joins. */
  whole(open: OpenPart): readonly Out[]
  /** Writes a seal that comes after its text. */
  seal(open: OpenPart, seal: Seal): readonly Out[]
  /** Writes the seal of the latest text. */
  late(seal: Seal): readonly Out[]
  /** Puts a seal on the latest words, or the open part; `undefined` if another part came after them. */
  carry(sealOf: (own?: Seal) => Seal): readonly Out[] | undefined
  /** True if a text waits for a seal. */
  takesSeal(): boolean
  cite(open: OpenPart, citation: Citation): void
  /** Ends a part, whose citations then have their places. `hold`: its last words go on waiting. */
  end(open: OpenPart, hold: boolean): readonly Out[]
  /** Notes that another part is about to be printed, so that no text continues over it. */
  interrupt(): readonly Out[]
  /** True if anything was printed. */
  spoke(): boolean
  cited(): readonly CitedText[]
}

const nothing: readonly Out[] = []

export function createTextWriter(context: Context, scope: EncodeScope, say: (part: JsonObject) => Out): TextWriter {
  const regions: Region[] = []
  /** Latest region, if text can continue there. */
  let current: Region | undefined
  let position = 0
  /** Words that wait for a seal: a seal alone would be a part without data. */
  let held: { readonly open: OpenPart; readonly text: string; readonly thought: boolean; own?: Seal } | undefined

  /**
   * Writes the waiting words. `toText`: another text follows, which a reader would join to them unless their own seal stood behind them.
   */
  const release = (given?: string, toText = false): readonly Out[] => {
    if (held === undefined) return nothing
    const { text, thought, own } = held
    const seal = given ?? (own && encodeSeal({ type: 'text', text, seal: own }, scope))
    held = undefined
    if (toText && own && seal !== undefined) return [say({ text }), say({ text: '', thoughtSignature: seal })]
    if (seal === undefined) return [say(thought ? { text, thought } : { text })]
    return [say(thought ? { text, thought, thoughtSignature: seal } : { text, thoughtSignature: seal })]
  }

  return {
    writeText(open, text, { signature, hold } = {}) {
      if (text === '') return nothing
      const type = open.value.type === 'reasoning' ? 'reasoning' : 'text'
      let piece = text
      if (current === undefined || current.type !== type || current.sealed) {
        current = { type, index: position++, offsets: createByteOffsets(), text: '', citations: [], sealed: false, at: open.value.at }
        regions.push(current)
      } else if (current !== open.region) {
        if (type === 'reasoning') piece = `\n\n${text}`
        for (const at of [current.at, open.value.at]) if (at !== undefined) context.onNotice(notice('text-joined', at))
      }
      if (open.region === undefined) open.base = current.offsets.units()
      open.region = current
      open.printed = true
      const before = release(undefined, type === 'text')
      if (type === 'reasoning') {
        held = { open, text: piece, thought: true }
        return before
      }
      current.offsets.add(piece)
      current.text += piece
      if (hold === true) {
        held = { open, text: piece, thought: false }
        return before
      }
      const said = say(signature === undefined ? { text: piece } : { text: piece, thoughtSignature: signature })
      return before.length === 0 ? [said] : [...before, said]
    },
    whole(open) {
      const { value } = open
      const wire = encodePart(value, scope)
      if (wire === undefined) return nothing
      const before = release()
      current = undefined
      open.printed = true
      const region: Region = {
        type: 'text',
        index: position++,
        offsets: createByteOffsets(),
        text: '',
        citations: [],
        sealed: true,
        at: value.at,
      }
      if (value.type === 'text') {
        region.offsets.add(value.text)
        region.text = value.text
        regions.push(region)
        open.region = region
      }
      return [...before, say(wire)]
    },
    seal(open, seal) {
      if (seal.format !== 'contents' && !scope.envelopes) return nothing
      if (held?.open === open && current !== undefined && current === open.region) {
        current.sealed = true
        if (!held.thought) {
          held.own = seal
          return nothing
        }
        return release(encodeSeal({ ...open.value, seal }, scope))
      }
      const before = release()
      const { type } = open.value
      const carrier: Part = type === 'reasoning' ? { type, segments: [], seal } : { type: 'text', text: '', seal }
      const wire = encodePart(
        type === 'reasoning' && open.value.redacted ? { ...carrier, type, segments: [], redacted: true } : carrier,
        scope,
      )
      if (wire === undefined) return nothing
      open.printed = true
      if (current !== undefined && current === open.region && !current.sealed) current.sealed = true
      else {
        current = undefined
        position++
      }
      return [...before, say(wire)]
    },
    carry(sealOf) {
      if (held !== undefined) return release(encodeSeal({ type: 'text', text: '', seal: sealOf(held.own) }, scope))
      return current?.type === 'text' && !current.sealed ? this.late(sealOf()) : undefined
    },
    late(seal) {
      const before = release()
      const wire = encodePart({ type: 'text', text: '', seal }, scope)
      if (current?.type === 'text' && !current.sealed) current.sealed = true
      else position++
      return wire === undefined ? before : [...before, say(wire)]
    },
    takesSeal: () => regions.some(({ type, sealed }) => type === 'text' && !sealed),
    cite(open, citation) {
      reportCitation(citation, `${open.value.at ?? ''}/citations`, context)
      answerFates.part({ type: 'text', at: open.value.at ?? '', text: '', citations: [citation] }, context)
      open.value = addDelta(open.value, { type: 'citation', citation })
    },
    end(open, hold) {
      const { value, region, base } = open
      const out = held?.open === open && !hold ? release() : nothing
      if (value.type !== 'text' || region === undefined) return out
      const end = region.offsets.units()
      for (const citation of value.citations ?? []) {
        const { span } = citation
        region.citations.push({ ...citation, span: { start: base + (span?.start ?? 0), end: base + (span?.end ?? end - base) } })
      }
      return out
    },
    interrupt() {
      current = undefined
      position++
      return release()
    },
    spoke: () => position > 0,
    cited: () => regions.filter(({ citations }) => citations.length > 0),
  }
}
