import type { HostedCallPart, HostedResultPart, Part, StreamEvent } from '@interlingua/core'

export type PartEvent = Extract<StreamEvent, { type: 'part-start' | 'part-delta' | 'part-end' }>

/** Puts the parts of a stream one after the other: clients of this format hold one item open at a time. */
export interface PartOrder {
  push(event: PartEvent): void
  /** Whatever waits is written: the answer ends. */
  flush(): void
  /** Units that wait. */
  held(): number
}

interface Running {
  readonly start: Part
  /** The number under which its events are written. */
  part: number
  /** False for a text that ended because something else began; more of it is a part of its own. */
  open: boolean
}

/**
 * Text ends where another item begins: what is said of it afterwards begins a message of its own. Of anything else that begins while a part
 * is open, the events wait until that has ended. The item of a hosted call ends with its result: other hosted calls wait for that, and whatever
 * else begins ends it before. `write` takes the events in order.
 */
export function createPartOrder(write: (event: PartEvent) => void): PartOrder {
  const running = new Map<number, Running>()
  /** Those of them that are open. */
  const spoken = new Set<Running>()
  /** Texts among these that have got their seal, which becomes an item of its own where something else begins. */
  const sealed = new Set<Running>()
  /** Parts that wait, in the order of their starts. */
  const waiting = new Map<number, PartEvent[]>()
  /** How many hosted calls wait, by their ids. */
  const calls = new Map<string, number>()
  /** The part that is open and is no content: all others wait for it. */
  let current: number | undefined
  /** The hosted call that has ended, and whose result may come. */
  let asked: string | undefined
  let held = 0
  /** Numbers of parts that are made here: whoever gathers seals counts its own down from -1. */
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
      // Nothing more is said: what only the source's format understands goes with an empty part of its kind.
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

  /** Whether an item begins that is neither a hosted call nor the result of one. */
  const begins = (event: PartEvent): boolean => {
    if (event.type === 'part-start') return !isHosted(event.value)
    return running.get(event.part)?.open === false && (event.type !== 'part-end' || event.extensions !== undefined)
  }

  /** A hosted call while another may get its result, and the result of a call that waits. */
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

  /** Writes what waits, up to a part that has not ended, or to a hosted call while another may get its result. */
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
      // Text that has begun waits as well, where another item is open.
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

/** The same kind of part, at the same place, with nothing said. */
function emptyOf(start: Part): Part {
  const at = start.at === undefined ? undefined : { at: start.at }
  return start.type === 'refusal' ? { type: 'refusal', text: '', ...at } : { type: 'text', text: '', ...at }
}

function sizeOf(event: PartEvent): number {
  if (event.type !== 'part-delta') return 1
  const { delta } = event
  return 1 + ('text' in delta ? delta.text.length : delta.type === 'media' ? delta.base64.length : 0)
}
