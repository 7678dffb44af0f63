import { foldEvents, isJsonObject, parseJson } from '@interlingua/core'
import type { GenerateAdapter, JsonObject, Usage } from '@interlingua/core'
import type { FormatEdge, StreamStatus } from '@interlingua/core/edge'
import { attempt } from './attempt.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence } from './equivalence.ts'
import type { Recording } from './recording.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

/** An edge with its adapter's stream decoder. */
export interface WatchedEdge extends Pick<FormatEdge, 'stream'> {
  readonly adapter: Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder'>
}

/**
 * Law "stream status": the watcher of a passing stream and the decoder agree on each beginning of it: whether it may end there, whether it
 * failed, and what it cost. A watcher that parses only events with a pattern of the edge knows as much as one that parses all.
 */
export function lawStreamStatus({ adapter, stream }: WatchedEdge, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  const text = recording.stream
  if (text === undefined || /^\s*\[/.test(text)) return []
  return attempt('stream status', (say) => {
    const readsAll = isJsonObject(recording.request) && stream.readsAll?.(recording.request) === true
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
      // Decoding starts anew for each beginning, so a long stream is sampled, except near its end.
      if (!over && index % step !== 0 && index < blocks.length - 8) continue
      const events = readStream(adapter, [shown], contextFor(recording, settings).context)
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

/** Facts that must agree at each moment; the usage only at the end. */
function known({ started, phase, id, usage }: StreamStatus): object {
  return { started, phase, id, ...(isWhole(phase) && { usage: countsOf(usage) }) }
}

function isWhole(phase: StreamStatus['phase']): boolean {
  return phase === 'complete' || phase === 'ended'
}

/** Usage without places and spellings of the wire. */
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

/** True if the key is there with a value other than null. */
function hasValue(block: string, key: string): boolean {
  for (let at = block.indexOf(key); at !== -1; at = block.indexOf(key, at + key.length))
    if (!/^[ :]*n/.test(block.slice(at + key.length, at + key.length + 8))) return true
  return false
}
