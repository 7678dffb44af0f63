import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { foldEvents } from '@interlingua/core'
import { createEventStreamReader, createEventStreamWriter, type EventStreamHeader } from '@interlingua/framing'
import { checkStreamGrammar, createTestContext, readStream, runMachine, writeStream } from '@interlingua/testkit'
import { framedFormats, type FramedFormat } from './framed-formats.ts'
import { mutateJson } from './mutate-json.ts'
import { createRandom, type Random } from './random.ts'

export interface FrameReport {
  /** Frames that were read. */
  readonly frames: number
  readonly streams: number
  /** Streams by format and end: `invoke: failed`. */
  readonly ways: Readonly<Record<string, number>>
  /** Faults, one line each, with the number of the stream that a seed repeats. */
  readonly faults: readonly string[]
}

/** Milliseconds of a processor for one stream, above which it counts as hanging. */
const longest = 2_000

/**
 * Runs mutated streams of AWS event-stream frames, in pieces, through the reader, and through all machines of each format that is framed
 * so, until `count` frames were read. Depends only on the seed and the numbers of the streams.
 */
export function fuzzFrames(count: number, seed: number, first = 0, only = Infinity): FrameReport {
  const ways: Record<string, number> = {}
  const faults: string[] = []
  let frames = 0
  let streams = 0
  for (let run = first; frames < count && streams < only; run++, streams++) {
    const random = createRandom(seed * 1_000_003 + run)
    const format = random.pick(framedFormats)
    if (format === undefined) break
    const { bytes, number } = mutateFrames(format, random)
    frames += number
    // Counts this thread alone: a busy machine may stop it for seconds.
    const started = process.threadCpuUsage()
    const { way, fault } = judged(format, cut(bytes, random))
    const { user, system } = process.threadCpuUsage(started)
    const took = (user + system) / 1_000
    ways[way] = (ways[way] ?? 0) + 1
    if (fault !== undefined) faults.push(`stream ${run} (${way}): ${fault}`)
    if (took > longest) faults.push(`stream ${run} (${way}): took ${Math.round(took)} ms`)
  }
  return { frames, streams, ways, faults }
}

function judged({ id, edge }: FramedFormat, chunks: readonly Uint8Array[]): { readonly way: string; readonly fault?: string } {
  try {
    runMachine(createEventStreamReader(), chunks)
    const { binary } = edge.stream
    if (binary === undefined) return { way: `${id}: not framed` }
    const { context } = createTestContext()
    const texts = runMachine(binary.createReader(), chunks)
    const events = readStream(edge.adapter, texts, context)
    const [breach] = checkStreamGrammar(events)
    if (breach !== undefined) return { way: `${id}: broke`, fault: breach }
    const read = foldEvents(events)
    const written = runMachine(binary.createWriter(), [writeStream(edge.adapter, events, context)])
    const again = foldEvents(readStream(edge.adapter, runMachine(binary.createReader(), written), context))
    if (read.status === 'failed' && again.status !== 'failed')
      return { way: `${id}: broke`, fault: `a failure ends as ${again.status} when it is written again` }
    return { way: `${id}: ${read.status}` }
  } catch (error) {
    return {
      way: `${id}: broke`,
      fault: `threw ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error)}`,
    }
  }
}

/** Bytes of one stream with faults: in events, in their headers, and in the bytes of the whole. */
function mutateFrames(format: FramedFormat, random: Random): { readonly bytes: Uint8Array; readonly number: number } {
  const writer = createEventStreamWriter()
  const events = [...(random.pick(format.streams) ?? [])]
  for (let i = random.below(3); i > 0; i--) {
    const at = random.below(events.length)
    const event = events[at]
    if (event === undefined) break
    switch (random.below(4)) {
      case 0:
        events.splice(at, 1)
        break
      case 1:
        events.splice(at, 0, event)
        break
      case 2:
        events.splice(random.below(events.length), 0, ...events.splice(at, 1))
        break
      default:
        events[at] = { ...event, event: mutateJson(event.event, random) }
    }
  }
  const frames = events.map(({ type, event }) => {
    const payload = format.wrap(event)
    const text = JSON.stringify(random.chance(0.02) ? mutateJson(payload, random) : payload) ?? 'null'
    const headers = headersOf(type, random)
    const [bytes = new Uint8Array(0)] = writer.push({
      type: 'message',
      headers,
      payload: new TextEncoder().encode(random.chance(0.02) ? text.slice(1) : text),
    })
    return bytes
  })
  if (random.chance(0.1)) frames.push(...writer.push({ type: 'invalid', message: 'lost' }))
  const whole = concat(frames)
  return { bytes: random.chance(0.5) ? mutateBytes(whole, random) : whole, number: frames.length }
}

function headersOf(type: string, random: Random): Map<string, EventStreamHeader> {
  const headers = new Map<string, EventStreamHeader>([
    [':event-type', type],
    [':content-type', 'application/json'],
    [':message-type', 'event'],
  ])
  if (random.chance(0.05)) {
    headers.set(':message-type', random.pick(['exception', 'error', 'new', '']) ?? '')
    headers.set(':exception-type', random.pick(['throttlingException', '__proto__', '', 'x'.repeat(300)]) ?? '')
  }
  if (random.chance(0.05)) headers.delete(random.pick([...headers.keys()]) ?? '')
  if (random.chance(0.05))
    headers.set(':event-type', random.pick<EventStreamHeader>([true, { type: 'i32', value: 7 }, '\u0000', 'newEvent']) ?? '')
  return headers
}

/** Cuts, adds, drops, repeats or changes bytes. */
function mutateBytes(whole: Uint8Array, random: Random): Uint8Array {
  const at = random.below(whole.length)
  switch (random.below(5)) {
    case 0:
      return whole.slice(0, at)
    case 1:
      return concat([whole.slice(0, at), Uint8Array.of(random.below(256)), whole.slice(at)])
    case 2:
      return concat([whole.slice(0, at), whole.slice(at + 1 + random.below(20))])
    case 3:
      return concat([whole.slice(0, at), whole.slice(random.below(whole.length))])
    default: {
      const changed = whole.slice()
      for (let i = 1 + random.below(4); i > 0; i--) changed[random.below(changed.length)] = random.below(256)
      return changed
    }
  }
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const mostPieces = 50_000

/** Cuts bytes into pieces of any length, empty ones among them. */
function cut(bytes: Uint8Array, random: Random): readonly Uint8Array[] {
  const wanted = random.pick([1, 7, 64, 1_000, bytes.length + 1]) ?? 1
  // Each piece costs the test an object: megabytes are not cut into single bytes.
  const most = Math.max(wanted, Math.ceil(bytes.length / mostPieces))
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const length = most === 1 ? 1 : random.below(most + 1)
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}

/** Runs the same, divided among threads by their seeds. */
async function fuzzInThreads(count: number, seed: number, threads: number): Promise<FrameReport> {
  const share = Math.ceil(count / threads)
  const reports = await Promise.all(
    Array.from({ length: threads }, async (_, i) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { count: share, seed: seed + i } })
      const [report] = (await once(worker, 'message')) as [FrameReport] // message of the thread below
      return report
    }),
  )
  const ways: Record<string, number> = {}
  for (const report of reports) for (const [way, number] of Object.entries(report.ways)) ways[way] = (ways[way] ?? 0) + number
  return {
    frames: reports.reduce((sum, { frames }) => sum + frames, 0),
    streams: reports.reduce((sum, { streams }) => sum + streams, 0),
    ways,
    faults: reports.flatMap(({ faults }, i) => faults.map((fault) => `seed ${seed + i}, ${fault}`)),
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      frames: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      threads: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const started = performance.now()
  const { frames, streams, ways, faults } =
    values.only === undefined
      ? await fuzzInThreads(Number(values.frames), Number(values.seed), Number(values.threads))
      : fuzzFrames(Infinity, Number(values.seed), Number(values.only), 1)
  const seconds = (performance.now() - started) / 1000
  for (const [way, count] of Object.entries(ways).sort()) console.log(`${String(count).padStart(8)}  ${way}`)
  for (const fault of faults.slice(0, 50)) console.log(fault)
  console.log(
    `${frames} frames in ${streams} streams in ${seconds.toFixed(1)} s (${Math.round(frames / seconds)} a second), ${faults.length} faults`,
  )
  if (faults.length > 0) process.exitCode = 1
}

if (!isMainThread && parentPort !== null) {
  const { count, seed } = workerData as { readonly count: number; readonly seed: number } // given above
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  parentPort.postMessage(fuzzFrames(count, seed))
} else if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
