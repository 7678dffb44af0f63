import type { Json, JsonObject, Pointer, ReasoningPart, StreamEvent } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { PartEmitter } from './stream-types.ts'
import { format, isBlank } from './extension.ts'
import { decodeReasoningEntry, decodeThinking, envelopeFormat, plainReasoning, readSeal } from './parts/reasoning.ts'

export interface ReasoningReader {
  read(delta: JsonObject, key: 'reasoning_details' | 'reasoning_content' | 'reasoning', value: Json, events: StreamEvent[]): void
  readThinking(item: JsonObject, events: StreamEvent[]): void
  /** Ends all open parts, since another part begins. */
  end(events: StreamEvent[]): void
}

interface OpenEntry {
  readonly part: number
  readonly kind: 'full' | 'summary'
  sealed: string
}

/** Reads the reasoning of one choice. Entries of `reasoning_details` win over the strings that copy them. */
export function createReasoningReader(vendor: string | undefined, at: Pointer, emitter: PartEmitter): ReasoningReader {
  let plain: number | undefined
  /** True once text was streamed as a string whose entry, with its seal, may follow. */
  let streamed = false
  const entries = new Map<string, OpenEntry>()
  /** Number of entries so far, over the whole response. */
  let count = 0

  const endPlain = (events: StreamEvent[]): void => {
    if (plain === undefined) return
    emitter.end(plain, events)
    plain = undefined
  }

  const readEntry = (entry: JsonObject, position: number, copy: string | undefined, events: StreamEvent[]): void => {
    const { index, type } = entry
    const key = `${typeof index === 'number' || typeof index === 'string' ? index : position} ${typeof type === 'string' ? type : ''}`
    const text = entry['type'] === 'reasoning.summary' ? entry['summary'] : entry['text']
    const data = entry['signature'] ?? entry['data']
    // An entry of this package repeats the text that was streamed as a string before; only its seal is new.
    if (entry['format'] === envelopeFormat && streamed && entry['type'] !== 'reasoning.encrypted') {
      streamed = false
      if (typeof data === 'string' && data !== '') {
        const seal = readSeal(data, vendor)
        if (plain !== undefined) emitter.delta(plain, { type: 'seal', seal }, events)
        else emitter.whole({ type: 'reasoning', at: `${at}/reasoning_details/${count}`, segments: [], seal }, events)
      }
      count++
      endPlain(events)
      return
    }
    // An encrypted entry is complete; another one under the same index is another part.
    if (entry['type'] === 'reasoning.encrypted') {
      const value = decodeReasoningEntry(entry, `${at}/reasoning_details/${count++}`, vendor)
      if (value) emitter.whole(value, events)
      return
    }
    let known = entries.get(key)
    if (known === undefined) {
      const { text: _, summary: __, signature: ___, data: ____, ...head } = entry
      const value = decodeReasoningEntry(head, `${at}/reasoning_details/${count++}`, vendor)
      if (value === undefined) return
      known = {
        part: emitter.open(copy === undefined ? value : withCopy(value, copy), events),
        kind: entry['type'] === 'reasoning.summary' ? 'summary' : 'full',
        sealed: '',
      }
      entries.set(key, known)
    }
    if (typeof text === 'string' && text !== '')
      emitter.delta(known.part, { type: 'reasoning', segment: 0, kind: known.kind, text }, events)
    if (typeof data === 'string' && data !== '') {
      known.sealed += data
      emitter.delta(known.part, { type: 'seal', seal: readSeal(known.sealed, vendor) }, events)
    }
  }

  const readPlain = (text: string, key: 'reasoning_content' | 'reasoning', events: StreamEvent[]): void => {
    plain ??= emitter.open(plainReasoning('', key, `${at}/${key}`), events)
    streamed = true
    emitter.delta(plain, { type: 'reasoning', segment: 0, kind: 'full', text }, events)
  }

  return {
    read(delta, key, value, events) {
      const details = delta['reasoning_details']
      const detailed = Array.isArray(details) && details.length > 0
      if (key === 'reasoning_details') {
        if (detailed)
          for (let i = 0; i < details.length; i++)
            if (isJsonObject(details[i])) readEntry(details[i] as JsonObject, i, copied(delta), events) // just checked
        return
      }
      if (typeof value !== 'string' || value === '' || detailed) return
      if (key === 'reasoning' && typeof delta['reasoning_content'] === 'string' && delta['reasoning_content'] !== '') return
      readPlain(value, key, events)
    },
    readThinking(item, events) {
      const { type: _, thinking, ...rest } = item
      if (!Array.isArray(thinking)) return
      for (const piece of thinking) {
        if (!isJsonObject(piece) || typeof piece['text'] !== 'string' || piece['text'] === '') continue
        plain ??= emitter.open({ ...decodeThinking({ ...item, thinking: [] }, `${at}/content`), type: 'reasoning', segments: [] }, events)
        emitter.delta(plain, { type: 'reasoning', segment: 0, kind: 'full', text: piece['text'] }, events)
      }
      // Mistral sends with a later fragment that the thinking is closed.
      if (plain !== undefined && !isBlank(rest)) emitter.late(plain, rest)
    },
    end(events) {
      endPlain(events)
      if (entries.size === 0) return
      for (const { part } of entries.values()) emitter.end(part, events)
      entries.clear()
    },
  }
}

/** String that repeats the text of the entries beside it. */
function copied(delta: JsonObject): string | undefined {
  for (const key of ['reasoning_content', 'reasoning']) if (delta[key] !== undefined) return key
  return undefined
}

function withCopy(part: ReasoningPart, copy: string): ReasoningPart {
  const own = part.extensions?.[format]
  return { ...part, extensions: { [format]: { ...own, hint: { ...own?.hint, copy } } } }
}
