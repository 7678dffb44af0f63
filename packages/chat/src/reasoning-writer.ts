import type { Extensions, Frame, JsonObject, ReasoningPart, ReasoningSegment, Seal } from '@interlingua/core'
import { mergeExtensions, wrapSeal } from '@interlingua/core/adapter'
import type { WriterSetting } from './stream-types.ts'
import { format, hintOf, encodeExtension, restOf } from './extension.ts'
import type { Draft, WireDraft } from './extension.ts'
import { encodeReasoningEntry, reasoningText } from './parts/reasoning.ts'
import type { WireStreamChunk } from './wire/response.ts'

type Out = Frame<WireStreamChunk>

/** A reasoning part that is being written. */
export interface OpenThought {
  value: ReasoningPart
  /** Text so far, kept if an entry must repeat it beside its seal. */
  readonly grown: Draft<ReasoningSegment>[]
  /** True if its text goes out as `reasoning_content`, as nearly always; checked once a part, not once a delta. */
  readonly plain: boolean
  /** Part of a native seal that was sent already. */
  sealed: string
}

/** Writes the reasoning of one choice: its text as a string, and entries if a seal must come back or strings would run into one. */
export interface ReasoningWriter {
  start(value: ReasoningPart, out: Out[]): OpenThought
  /** Writes text; returns false if it had to hold back more than the limits allow. */
  text(open: OpenThought, segment: number, kind: 'summary' | 'full', text: string, out: Out[]): boolean
  seal(open: OpenThought, seal: Seal, out: Out[]): void
  end(open: OpenThought, extensions: Extensions | undefined, out: Out[]): void
}

export function createReasoningWriter({ say, reporter, bufferedBytes, context }: WriterSetting): ReasoningWriter {
  /** Reasoning without a seal, which needs an entry only if more reasoning follows. */
  let lone: ReasoningPart | undefined
  let entries = 0
  let held = 0

  const push = (delta: JsonObject, out: Out[]): void => void out.push(say(delta, null, undefined))

  const pushEntry = (value: ReasoningPart, out: Out[]): void => push({ reasoning_details: [encodeReasoningEntry(value, entries++)] }, out)

  /** Writes the entry of the lone part before this one, which is no longer alone. */
  const separate = (out: Out[]): void => {
    if (lone === undefined) return
    pushEntry(lone, out)
    lone = undefined
  }

  return {
    start(value, out) {
      const open: OpenThought = {
        value,
        grown: isNative(value) ? [] : value.segments.map((segment) => ({ ...segment })),
        plain: isPlain(value),
        sealed: '',
      }
      if (open.plain) {
        const text = reasoningText([value])
        if (text !== '') push(textDelta(value, text), out)
      } else for (const { text } of value.segments) if (text !== '') push(textDelta(value, text), out)
      if (value.seal && isNative(value)) {
        open.sealed = value.seal.data
        push({ reasoning_details: [encodeReasoningEntry({ ...value, segments: [] }, entries++)] }, out)
      }
      return open
    },
    text(open, segment, kind, text, out) {
      const counted = open.plain || !isNative(open.value)
      if (counted && open.grown[segment] === undefined) open.grown.push({ type: kind, text: '' })
      if (text === '') return true
      if (lone !== undefined) separate(out)
      let gap = ''
      if (counted) {
        held += text.length
        if (held > bufferedBytes) return false
        const last = open.grown[segment]
        // A paragraph for each segment.
        if (open.plain && last?.text === '' && open.grown.some((other) => other.text !== '')) gap = '\n\n'
        if (last) last.text += text
      }
      push(open.plain ? { reasoning_content: gap === '' ? text : gap + text } : textDelta(open.value, text), out)
      return true
    },
    seal(open, seal, out) {
      open.value = { ...open.value, seal }
      const type = hintOf(open.value)?.['details']
      if (typeof type !== 'string') {
        separate(out)
        return
      }
      // A native entry goes out as it comes; of a growing seal only the new part is sent.
      const data = seal.format === format ? seal.data : wrapSeal(seal)
      const fresh = data.startsWith(open.sealed) ? data.slice(open.sealed.length) : data
      open.sealed = data
      push({ reasoning_details: [{ ...entryHead(open.value, type), [type === 'reasoning.encrypted' ? 'data' : 'signature']: fresh }] }, out)
    },
    end(open, extensions, out) {
      const merged = extensions ? mergeExtensions(open.value.extensions, extensions) : undefined
      const said = open.grown.length > 0 ? { ...open.value, segments: open.grown } : open.value
      const whole = merged ? { ...said, extensions: merged } : said
      reporter.reasoning(whole)
      // Writes facts about a native part that became known while it was streamed: `closed: true` of Mistral's thinking.
      const late = hintOf(whole)?.['slot'] === 'content' && extensions ? restOf({ extensions }) : undefined
      if (late) push({ content: [{ type: 'thinking', thinking: [], ...late }] }, out)
      if (whole.seal === undefined) {
        if (isNative(whole) || hintOf(whole)?.['slot'] === 'content' || reasoningText([whole]) === '') return
        if (entries > 0) pushEntry(whole, out)
        else lone = whole
        return
      }
      if (open.sealed !== '') return
      if (!context.policy.carryForeignSeals) {
        reporter.seal(whole)
        return
      }
      separate(out)
      pushEntry(whole, out)
    },
  }
}

function isNative(value: ReasoningPart): boolean {
  return typeof hintOf(value)?.['details'] === 'string'
}

function isPlain(value: ReasoningPart): boolean {
  const hint = hintOf(value)
  return hint === undefined || (typeof hint['details'] !== 'string' && hint['slot'] !== 'content' && hint['key'] !== 'reasoning')
}

function textDelta(value: ReasoningPart, text: string): JsonObject {
  const hint = hintOf(value)
  const type = hint?.['details']
  if (typeof type === 'string') {
    const delta: WireDraft = {
      reasoning_details: [{ ...entryHead(value, type), [type === 'reasoning.summary' ? 'summary' : 'text']: text }],
    }
    if (typeof hint?.['copy'] === 'string') delta[hint['copy']] = text
    return delta
  }
  if (hint?.['slot'] === 'content') {
    const item: WireDraft = { type: 'thinking', thinking: [{ type: 'text', text }] }
    encodeExtension(item, value)
    return { content: [item] }
  }
  return { [hint?.['key'] === 'reasoning' ? 'reasoning' : 'reasoning_content']: text }
}

/** Keys of a native entry that identify its fragments. */
function entryHead(value: ReasoningPart, type: string): WireDraft {
  const head: WireDraft = { type }
  encodeExtension(head, value)
  return head
}
