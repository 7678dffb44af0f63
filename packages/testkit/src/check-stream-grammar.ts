import type { Delta, Part, StreamEvent } from '@interlingua/core'

/** Breaches of the grammar in docs/model/streams.md by a whole stream of events, each with the number of its event; empty: legal. */
export function checkStreamGrammar(events: readonly StreamEvent[]): readonly string[] {
  const violations: string[] = []
  const parts = new Map<number, { readonly candidate: number; readonly type: Part['type']; open: boolean }>()
  const ended = new Set<number>()
  let phase = 'before' as 'before' | 'body' | 'failed' | 'after' // a plain annotation would be narrowed to 'before' in what follows the closure
  events.forEach((event, number) => {
    const say = (what: string): void => void violations.push(`event ${number} (${event.type}): ${what}`)
    if (phase === 'after') return say('nothing may follow response-end')
    if (phase === 'failed' && event.type !== 'response-end') return say('only response-end may follow a failure')
    if (phase === 'before' && !beforeStart.has(event.type)) return say('comes before response-start')
    switch (event.type) {
      case 'response-start':
        if (phase !== 'before') say('the second response-start')
        phase = 'body'
        return
      case 'part-start':
        if (event.part !== parts.size) say(`part ${event.part} where ${parts.size} is the next number`)
        if (parts.has(event.part)) say(`part ${event.part} starts twice`)
        if (ended.has(event.candidate)) say(`candidate ${event.candidate} has ended`)
        if (!Number.isInteger(event.candidate) || event.candidate < 0) say(`${event.candidate} is no candidate index`)
        parts.set(event.part, { candidate: event.candidate, type: event.value.type, open: true })
        return
      case 'part-delta':
      case 'part-end': {
        const part = parts.get(event.part)
        if (part === undefined) return say(`part ${event.part} never started`)
        if (!part.open) return say(`part ${event.part} has ended`)
        if (part.candidate !== event.candidate) say(`part ${event.part} belongs to candidate ${part.candidate}`)
        if (event.type === 'part-end') part.open = false
        else if (!deltas[event.delta.type].has(part.type)) say(`a ${event.delta.type} delta does not fit a ${part.type} part`)
        return
      }
      case 'candidate-end':
        if (ended.has(event.candidate)) say(`candidate ${event.candidate} ends twice`)
        for (const [key, part] of parts) if (part.open && part.candidate === event.candidate) say(`part ${key} is still open`)
        ended.add(event.candidate)
        return
      case 'failure':
        phase = 'failed'
        return
      case 'response-end':
        if (phase === 'failed' && event.status !== 'failed') say(`${event.status} after a failure`)
        if (phase !== 'failed' && event.status === 'failed') say('failed without a failure')
        if (phase === 'before') say('comes before response-start')
        if (phase === 'body') for (const [key, part] of parts) if (part.open) say(`part ${key} is still open`)
        phase = 'after'
        return
      case 'usage':
      case 'keep-alive':
      case 'opaque':
        return
    }
  })
  if (phase !== 'after') violations.push('the stream has no response-end')
  return violations
}

const beforeStart: ReadonlySet<StreamEvent['type']> = new Set(['response-start', 'keep-alive', 'failure', 'response-end'])

const allParts: ReadonlySet<Part['type']> = new Set<Part['type']>([
  'text',
  'media',
  'document',
  'reasoning',
  'tool-call',
  'tool-result',
  'hosted-call',
  'hosted-result',
  'approval',
  'refusal',
  'compaction',
  'file-reference',
  'search-result',
  'opaque',
])

/** The parts that each kind of delta may fill. */
const deltas: Readonly<Record<Delta['type'], ReadonlySet<Part['type']>>> = {
  text: new Set<Part['type']>(['text', 'refusal', 'compaction']),
  arguments: new Set<Part['type']>(['tool-call', 'hosted-call']),
  transcript: new Set<Part['type']>(['media']),
  status: new Set<Part['type']>(['hosted-call']),
  reasoning: new Set<Part['type']>(['reasoning']),
  seal: allParts,
  citation: new Set<Part['type']>(['text']),
  logprobs: new Set<Part['type']>(['text']),
  media: new Set<Part['type']>(['media']),
}
