import type { Extensions, Frame, JsonObject, ReasoningPart, Seal } from '@interlingua/core'
import { addDelta, mergeExtensions, wrapSeal } from '@interlingua/core'
import type { WriterSetting } from './choice-writer.ts'
import { format, hintOf, printBox, restOf } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeReasoningEntry, reasoningText } from './parts/reasoning.ts'
import type { WireStreamChunk } from './wire/response.ts'

type Out = Frame<WireStreamChunk>

/** One reasoning part that is being written. */
export interface OpenThought {
  /** Grown, where an entry must repeat the text beside its seal. */
  value: ReasoningPart
  /** As much of a native seal as was sent on. */
  sealed: string
}

/** The reasoning of one choice: its text as a string, and entries where a seal must come back or strings would run into one. */
export interface ReasoningWriter {
  start(value: ReasoningPart, out: Out[]): OpenThought
  /** False where more had to be held back than the limits allow. */
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

  /** The entry of the lone part before this one, now that it is no longer alone. */
  const separate = (out: Out[]): void => {
    if (lone === undefined) return
    pushEntry(lone, out)
    lone = undefined
  }

  return {
    start(value, out) {
      const open: OpenThought = { value, sealed: '' }
      for (const { text } of value.segments) if (text !== '') push(textDelta(value, text), out)
      if (value.seal && isNative(value)) {
        open.sealed = value.seal.data
        push({ reasoning_details: [encodeReasoningEntry({ ...value, segments: [] }, entries++)] }, out)
      }
      return open
    },
    text(open, segment, kind, text, out) {
      if (text === '') return true
      separate(out)
      if (!isNative(open.value)) {
        held += text.length
        if (held > bufferedBytes) return false
        open.value = addDelta(open.value, { type: 'reasoning', segment, kind, text }) as ReasoningPart // of the same type
      }
      push(textDelta(open.value, text), out)
      return true
    },
    seal(open, seal, out) {
      open.value = { ...open.value, seal }
      const type = hintOf(open.value)?.['details']
      if (typeof type !== 'string') {
        separate(out)
        return
      }
      // A native entry goes out as it comes; a seal that grows is sent on by what is new.
      const data = seal.format === format ? seal.data : wrapSeal(seal)
      const fresh = data.startsWith(open.sealed) ? data.slice(open.sealed.length) : data
      open.sealed = data
      push({ reasoning_details: [{ ...entryHead(open.value, type), [type === 'reasoning.encrypted' ? 'data' : 'signature']: fresh }] }, out)
    },
    end(open, extensions, out) {
      const merged = extensions ? mergeExtensions(open.value.extensions, extensions) : undefined
      const whole = merged ? { ...open.value, extensions: merged } : open.value
      // What became known of a native part while it was streamed: `closed: true` of Mistral's thinking.
      const late = hintOf(whole)?.['slot'] === 'content' && extensions ? restOf({ extensions }) : undefined
      if (late) push({ content: [{ type: 'thinking', thinking: [], ...late }] }, out)
      if (whole.seal === undefined) {
        if (isNative(whole) || hintOf(whole)?.['slot'] === 'content' || reasoningText([whole]) === '') return
        if (entries > 0) pushEntry(whole, out)
        else lone = whole
        return
      }
      if (open.sealed !== '') return
      if (!context.policy.envelopeSeals) {
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

function textDelta(value: ReasoningPart, text: string): JsonObject {
  const hint = hintOf(value)
  const type = hint?.['details']
  if (typeof type === 'string') {
    const delta: WireDraft = { reasoning_details: [{ ...entryHead(value, type), [type === 'reasoning.summary' ? 'summary' : 'text']: text }] }
    if (typeof hint?.['copy'] === 'string') delta[hint['copy']] = text
    return delta
  }
  if (hint?.['slot'] === 'content') {
    const item: WireDraft = { type: 'thinking', thinking: [{ type: 'text', text }] }
    printBox(item, value)
    return { content: [item] }
  }
  return { [hint?.['key'] === 'reasoning' ? 'reasoning' : 'reasoning_content']: text }
}

/** The keys of a native entry that tell its fragments apart. */
function entryHead(value: ReasoningPart, type: string): WireDraft {
  const head: WireDraft = { type }
  printBox(head, value)
  return head
}
