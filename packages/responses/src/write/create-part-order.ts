import type { HostedCallPart, HostedResultPart, Part, StreamEvent } from '@interlingua/core'

export type PartEvent = Extract<StreamEvent, { type: 'part-start' | 'part-delta' | 'part-end' }>

/** Puts the parts of a stream one after the other, since clients of this format hold one item open at a time. */
export interface PartOrder {
  push(event: PartEvent): void
  /** Writes everything that waits, at the end of the response. */
  flush(): void
  /** Waiting text and arguments, in UTF-16 units. */
  held(): number
}

interface Running {
  readonly start: Part
  /** Number under which its events are written. */
  part: number
  /** False for a text that ended because another part began; more of it is a part of its own. */
  open: boolean
}

/**
 * Makes a part order; `write` takes the events in order. A text ends when another item begins, and its later words begin a message of their
 * own. If any other part is open, new parts wait for its end; the item of a hosted call ends with its result, for which other hosted calls
 * wait, while any other new item ends it before.
 */
export function createPartOrder(write: (event: PartEvent) => void): PartOrder {
  const running = new Map<number, Running>()
  /** Open texts. */
  const spoken = new Set<Running>()
  /** Open texts with a seal, which becomes an item of its own when another part begins. */
  const sealed = new Set<Running>()
  /** Events of waiting parts, in the order of their starts. */
  const waiting = new Map<number, PartEvent[]>()
  /** Number of waiting hosted calls, by their ids. */
  const calls = new Map<string, number>()
  /** Part that is open and no content; all others wait for it. Undefined: none. */
  let current: number | undefined
  /** Hosted call that has ended, and whose result may come. Undefined: none. */
  let asked: string | undefined
  let held = 0
  /** Number of the next part that is made here, apart from those of the seal gatherer, which counts down from -1. */
  let extra = Number.MIN_SAFE_INTEGER

  const begin = (event: Extract<PartEvent, { type: 'part-start' }>): void => {
    const { value } = event
    endAll(event.candidate, isContent(value) ? sealed : spoken)
    if (!isContent(value)) current = event.part
    const begun: Running = { start: value, part: event.part, open: true }
    running.set(event.part, begun)
    spoken.add(begun)
    if (value.seal !== undefined) sealed.add(begun)
    write(event)
  }

  const endAll = (candidate: number, parts: Iterable<Running>, but?: Running): void => {
    for (const text of parts) {
      if (text === but) continue
      forget(text)
      text.open = false
      write({ type: 'part-end', candidate, part: text.part })
    }
  }

  const forget = (part: Running): void => {
    spoken.delete(part)
    sealed.delete(part)
  }

  const pass = (event: PartEvent): void => {
    if (event.type === 'part-start') {
      begin(event)
      return
    }
    const known = running.get(event.part)
    if (known === undefined) return
    if (!known.open) {
      // A text without more words ends silently; an extension at its end needs an empty part of its kind.
      if (event.type === 'part-end' && event.extensions === undefined) {
        running.delete(event.part)
        return
      }
      endAll(event.candidate, sealed)
      known.open = true
      spoken.add(known)
      known.part = extra++
      write({ type: 'part-start', candidate: event.candidate, part: known.part, value: emptyOf(known.start) })
    }
    write(known.part === event.part ? event : { ...event, part: known.part })
    if (event.type === 'part-delta' && event.delta.type === 'seal') {
      sealed.add(known)
      endAll(event.candidate, spoken, known)
    }
    if (event.type !== 'part-end') return
    if (known.start.type === 'hosted-call') asked = known.start.callId
    else if (answers(known.start, asked)) asked = undefined
    running.delete(event.part)
    forget(known)
  }

  /** True if an item begins that is neither a hosted call nor the result of one. */
  const begins = (event: PartEvent): boolean => {
    if (event.type === 'part-start') return !isHosted(event.value)
    return running.get(event.part)?.open === false && (event.type !== 'part-end' || event.extensions !== undefined)
  }

  /** True for a hosted call while another may get its result, and for the result of a waiting call. */
  const follows = (value: Part): boolean =>
    isHosted(value) && !answers(value, asked) && (value.type === 'hosted-call' ? asked !== undefined : calls.has(value.callId))

  const wait = (event: PartEvent): void => {
    waiting.set(event.part, [event])
    if (event.type === 'part-start' && event.value.type === 'hosted-call')
      calls.set(event.value.callId, (calls.get(event.value.callId) ?? 0) + 1)
  }

  const unwait = (part: number, first: PartEvent | undefined): void => {
    waiting.delete(part)
    if (first?.type !== 'part-start' || first.value.type !== 'hosted-call') return
    const { callId } = first.value
    const others = (calls.get(callId) ?? 1) - 1
    if (others > 0) calls.set(callId, others)
    else calls.delete(callId)
  }

  /** Writes waiting parts, up to one that has not ended, or to a hosted call while another may get its result. */
  const release = (): void => {
    for (const [part, events] of waiting) {
      const [first] = events
      if (current !== undefined || (asked !== undefined && first?.type === 'part-start' && first.value.type === 'hosted-call')) return
      unwait(part, first)
      for (const event of events) {
        held -= sizeOf(event)
        pass(event)
        if (event.type === 'part-end' && event.part === current) current = undefined
      }
    }
  }

  return {
    push(event) {
      const { part } = event
      const queue = waiting.get(part)
      if (asked !== undefined && current === undefined && queue === undefined && begins(event)) {
        asked = undefined
        while (current === undefined && waiting.size > 0) {
          release()
          asked = undefined
        }
      }
      if (queue !== undefined || (event.type === 'part-start' && (current !== undefined || follows(event.value)))) {
        held += sizeOf(event)
        if (queue) queue.push(event)
        else wait(event)
        return
      }
      // A text that has begun waits as well, if another item is open.
      if (current !== undefined && part !== current) {
        held += sizeOf(event)
        wait(event)
        return
      }
      pass(event)
      if (event.type !== 'part-end' || part !== current) return
      current = undefined
      if (waiting.size > 0) release()
    },
    flush() {
      while (waiting.size > 0) {
        current = undefined
        asked = undefined
        release()
      }
    },
    held: () => held,
  }
}

function isContent({ type }: Part): boolean {
  return type === 'text' || type === 'refusal'
}

function isHosted(value: Part): value is HostedCallPart | HostedResultPart {
  return value.type === 'hosted-call' || value.type === 'hosted-result'
}

function answers(value: Part, callId: string | undefined): boolean {
  return value.type === 'hosted-result' && value.callId === callId
}

/** Empty part of the same kind, at the same place. */
function emptyOf(start: Part): Part {
  const at = start.at === undefined ? undefined : { at: start.at }
  return start.type === 'refusal' ? { type: 'refusal', text: '', ...at } : { type: 'text', text: '', ...at }
}

function sizeOf(event: PartEvent): number {
  if (event.type !== 'part-delta') return 1
  const { delta } = event
  return 1 + ('text' in delta ? delta.text.length : delta.type === 'media' ? delta.base64.length : 0)
}
