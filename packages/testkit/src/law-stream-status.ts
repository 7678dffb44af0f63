import { foldEvents, isJsonObject, parseJson } from '@interlingua/core'
import type { JsonObject, Usage } from '@interlingua/core'
import type { FormatEdge, StreamStatus } from '@interlingua/core/edge'
import { attempt } from './attempt.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence } from './equivalence.ts'
import type { Exchange } from './exchange.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

/**
 * Who watches a stream that passes and who decodes it say the same of each of its beginnings: whether it may end there, whether it failed, and
 * what it cost. And whoever parses only the events in which a pattern of the edge stands knows as much as who parses all.
 */
export function lawStreamStatus({ adapter, stream }: FormatEdge, exchange: Exchange, settings: LawSettings = {}): readonly Violation[] {
  const text = exchange.stream
  if (text === undefined || /^\s*\[/.test(text)) return []
  return attempt('stream status', (say) => {
    const readsAll = isJsonObject(exchange.request) && stream.readsAll?.(exchange.request) === true
    const [all, sought] = [createWatcher(stream), createWatcher(stream)]
    let shown = ''
    const blocks = text.replaceAll('\r\n', '\n').match(/[^]+?(?:\n\n+|$)/g) ?? []
    const step = Math.ceil(blocks.length / (settings.cuts ?? 60))
    for (const [index, block] of blocks.entries()) {
      shown += block
      all.see(block)
      if (readsAll || isSought(stream, block)) sought.see(block)
      const at = `after ${JSON.stringify(block.slice(0, 60))}`
      if (diff(known(sought.status), known(all.status), canonicalEquivalence).length > 0) say('', `${at}: the patterns miss an event`)
      const { phase, usage } = all.status
      const over = phase === 'ended' || phase === 'failed' || phase === 'broken'
      // A decoder reads each beginning anew: of a long stream some, and all near its end.
      if (!over && index % step !== 0 && index < blocks.length - 8) continue
      const events = readStream(adapter, [shown], contextFor(exchange, settings).context)
      const decoded = foldEvents(events)
      const whole = isWhole(phase)
      if (whole !== (decoded.status !== 'failed')) say('', `${at}: it is ${phase} to who watches, ${decoded.status} to who decodes`)
      const failed = events.some((event) => event.type === 'failure' && event.failure.code !== 'truncated-stream')
      if ((phase === 'failed') !== failed)
        say('', `${at}: it is ${phase} to who watches, and ${failed ? 'failed' : 'has not failed'} to who decodes`)
      if (whole && diff(countsOf(usage), countsOf(decoded.usage), canonicalEquivalence).length > 0)
        say('', `${at}: who watches and who decodes count otherwise`)
      // Nothing is watched behind the end.
      if (over) return
    }
  })
}

/** What must be known at each moment; what an answer costs, at its end alone. */
function known({ started, phase, id, usage }: StreamStatus): object {
  return { started, phase, id, ...(isWhole(phase) && { usage: countsOf(usage) }) }
}

function isWhole(phase: StreamStatus['phase']): boolean {
  return phase === 'complete' || phase === 'ended'
}

/** Without what says where and how they stood on the wire. */
function countsOf(usage: Usage | undefined): object {
  const { at: _at, fields: _fields, extensions: _extensions, ...counts } = usage ?? {}
  return counts
}

function createWatcher(stream: FormatEdge['stream']): { readonly status: StreamStatus; see(block: string): void } {
  const status: StreamStatus = { started: false, phase: 'open' }
  const read = stream.createStatusReader()
  return {
    status,
    see(block) {
      const event = eventOf(block)
      if (event !== undefined) read(event, status)
    },
  }
}

/** The data of an event; `undefined` for a comment and what is no JSON. */
function eventOf(block: string): JsonObject | '[DONE]' | undefined {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n')
  if (data.trim() === '[DONE]') return '[DONE]'
  const event = parseJson(data)
  return isJsonObject(event) ? event : undefined
}

function isSought({ patterns: { keys, words } }: FormatEdge['stream'], block: string): boolean {
  return words.some((word) => block.includes(word)) || keys.some((key) => hasValue(block, key))
}

/** Whether the key stands there with another value than null. */
function hasValue(block: string, key: string): boolean {
  for (let at = block.indexOf(key); at !== -1; at = block.indexOf(key, at + key.length))
    if (!/^[ :]*n/.test(block.slice(at + key.length, at + key.length + 8))) return true
  return false
}
