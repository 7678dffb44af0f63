import { createParser } from 'eventsource-parser'
import type { DialectId } from './dialect-id.ts'
import { ownLibrary } from './library.ts'
import { measureRounds } from './measure-rounds.ts'
import { medianRatio } from './median-ratio.ts'
import { readsOf } from './reads-of.ts'
import type { ReportRow } from './report-row.ts'
import type { StreamKind } from './stream-kind.ts'
import { streamRunner } from './stream-runner.ts'
import { streamSample } from './stream-sample.ts'

const deltas = 400

/** Events in one read from the upstream: one while a model speaks, several if it is fast or the proxy is busy. */
const reads = { 'one event a read': [1], 'bursts of 1 to 12': [1, 4, 2, 12, 6, 3, 8, 1] } as const

/**
 * Measures a streamed event from upstream text to client text, for a client and an upstream format. The baseline is the necessary minimum: framing by
 * eventsource-parser, `JSON.parse` of each source event and `JSON.stringify` of each target event.
 */
export function measureStreams(from: DialectId, to: DialectId, rounds: number, batchMillis: number): readonly ReportRow[] {
  const rows: ReportRow[] = []
  for (const kind of ['text', 'arguments', 'reasoning'] as const) {
    for (const [name, sizes] of Object.entries(reads)) rows.push(measureStream(from, to, kind, name, sizes, rounds, batchMillis))
  }
  return rows
}

function measureStream(
  from: DialectId,
  to: DialectId,
  kind: StreamKind,
  readName: string,
  sizes: readonly number[],
  rounds: number,
  batchMillis: number,
): ReportRow {
  const events = streamSample(to, kind, deltas)
  const chunks = readsOf(events, sizes)
  const translate = streamRunner(ownLibrary, from, to, chunks)

  let output = ''
  translate((text) => (output += text))
  const targets = dataOf(output)
  // Calls are whole in native contents, so their arguments are one event.
  if (targets.length < (from === 'contents' && kind === 'arguments' ? 1 : deltas))
    throw new Error(`${to} → ${from}, ${kind}: ${events.length} events gave only ${targets.length}:\n${output.slice(0, 2000)}`)
  const targetObjects = targets.filter((data) => data !== '[DONE]').map((data) => JSON.parse(data) as unknown)

  const measured = measureRounds(
    [
      {
        name: 'baseline',
        run: () => {
          let length = 0
          let next = 0
          const parser = createParser({
            onEvent: (event) => {
              if (event.data === '[DONE]') return
              length += typeof JSON.parse(event.data) === 'object' ? 1 : 0
              if (next < targetObjects.length) length += JSON.stringify(targetObjects[next++]).length
            },
          })
          for (const chunk of chunks) parser.feed(chunk)
          while (next < targetObjects.length) length += JSON.stringify(targetObjects[next++]).length
          return length
        },
      },
      {
        name: 'translate',
        run: () => {
          let length = 0
          translate((text) => (length += text.length))
          return length
        },
      },
    ],
    rounds,
    batchMillis,
  )
  const baseline = measured.get('baseline')
  const translated = measured.get('translate')
  if (baseline === undefined || translated === undefined) throw new TypeError('a subject was not measured')
  return {
    section: 'In process: a streamed event against framing + JSON.parse + JSON.stringify',
    what: `${kind} delta, ${to} → ${from}, ${readName}`,
    value: translated.micros / events.length,
    unit: 'µs',
    baseline: baseline.micros / events.length,
    ratio: medianRatio(translated, baseline),
    target: 1.25,
    of: { kind: `${kind} delta, ${readName}`, pair: [from, to] },
  }
}

function dataOf(text: string): readonly string[] {
  const found: string[] = []
  createParser({ onEvent: (event) => found.push(event.data) }).feed(text)
  return found
}
