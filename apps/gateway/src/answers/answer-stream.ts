import type { Failure } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import { answerFailure } from './answer-failure.ts'
import { answerHeaders } from './answer-headers.ts'
import type { Receiver } from '../upstreams/call-upstream.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { keepAnswer } from '../conversations/keep-answer.ts'
import { wordUnkept } from '../conversations/word-unkept.ts'
import { endAnswer } from './end-answer.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import { faultOfError } from '../faults/fault-of-error.ts'
import { finishExchange } from './finish-exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { lateNotices } from './late-notices.ts'
import { releaseHeld } from '../limits/release-held.ts'
import { redactAnswer } from './redact-answer.ts'
import { createKeepAlive } from './keep-alive.ts'
import { createWireWriter } from './wire-writer.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import { failAttempt } from '../upstreams/fail-attempt.ts'
import { inflateReceiver } from '../upstreams/inflate-receiver.ts'
import { judgeFailure } from '../upstreams/judge-failure.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { streamDecoders } from '../upstreams/stream-decoders.ts'
import { timeToWait } from '../upstreams/time-to-wait.ts'

/** Milliseconds for which an upstream may go on after its last event: its connection, and its place in the channel, are for others then. */
const lingering = 2_000
/** Milliseconds without an event after which an answer that is whole has ended, though its upstream holds the connection. */
const grace = 5_000

/** How far a stream has come; its source alone writes it. */
export interface StreamStanding {
  /** The failure that the stream ended in. */
  failure: Failure | undefined
  /** It failed before anything else was there to be shown: HTTP can say so. */
  failedFirst: boolean
  /** Nothing more comes after what was given last. */
  ended: boolean
}

/** What turns an upstream's bytes into the client's. Each gives what can be written now, possibly nothing. */
export interface StreamSource {
  push(chunk: Buffer): string | Buffer
  /** The upstream's answer ended; or it is `whole`, and is `held` open by its upstream. */
  end(held: boolean): string | Buffer
  /** The upstream failed: the client's dialect says so. */
  fail(failure: Failure): string
  liveness(): string
  /** Whether a clean end now would be that of a whole answer, where more may still come. Absent: there is an event that says so. */
  whole?(): boolean
  /** One object for the whole stream. */
  readonly standing: Readonly<StreamStanding>
  readonly passes: boolean
  /** Content type that the upstream's answer must have. */
  readonly takes: string
  /** Content type for the client. */
  readonly contentType: string
}

/**
 * Writes a stream to the client: one write for each read of the upstream, back-pressure both ways, a sign of life in silence.
 * The head waits for the first thing to write, so that a stream that fails at once is still an HTTP error.
 */
export function answerStream(exchange: Exchange, target: Target, upstream: IncomingHttpHeaders, source: StreamSource): Receiver {
  const { response } = exchange
  const { standing } = source
  const type = upstream['content-type']
  const fits = type === undefined || type.toLowerCase().startsWith(source.takes)
  const coding = upstream['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (!fits || (coding !== 'identity' && !streamDecoders.has(coding))) return malformedAnswer(exchange, target, upstream)

  const wire = createWireWriter(exchange)
  let ending = false
  /** It failed before anything was shown, and is somebody else's affair. */
  let abandoned = false
  /** It was ended from here. */
  let interrupted = false
  /** The upstream's answer is through; else what ends it where it goes on for ever. */
  let through = false
  let lasting: NodeJS.Timeout | undefined
  /** When the last event of an answer came that is whole so far. */
  let wholeAt: number | undefined
  const resume = (): void => exchange.call?.resume()
  response.on('drain', resume)

  function write(given: string | Buffer): void {
    if (exchange.over || ending || abandoned) return
    // Sources give whole events.
    const output = redactAnswer(given, target.channel.secrets)
    if (!response.headersSent) {
      if (standing.failure && standing.failedFirst) return refuse(standing.failure)
      if (output.length === 0 && !standing.ended) return
      settleAttempt(exchange)
      exchange.firstByteAt = performance.now()
      response.writeHead(200, streamHeaders(exchange, upstream, source))
    }
    if (standing.ended) {
      finish(output)
    } else if (output.length > 0 && !response.write(wire.push(output))) exchange.call?.pause()
  }

  /** What the answer promises is kept before its end is told; where the store cannot be written, the end says so. */
  function finish(output: string | Buffer): void {
    const { keep, call } = exchange
    keepAlive.stop()
    if (!through) lasting = setTimeout(() => call?.abort(new Error('the upstream did not end its answer')), lingering).unref()
    if (standing.failure && !interrupted) recordFailure(target.channel, standing.failure)
    // Streams of images have events of their own, which their clients know.
    const broken = standing.failure !== undefined && exchange.ability === undefined && exchange.edge.client.stream.breaksOnFailure
    const end = (last = output): void =>
      finishExchange(exchange, standing.failure?.code ?? 'ok', () => {
        // Before the client reads that it failed: it may ask again before its connection breaks.
        if (broken) releaseHeld(exchange)
        endAnswer(response, wire.end(last), broken)
      })
    if (keep === undefined || standing.failure) return end()
    ending = true
    void guardAsync(exchange, async () => {
      const told = exchange.notices.length
      if (await keepAnswer(exchange, keep)) return end()
      const last = source.passes || typeof output !== 'string' ? output : wordUnkept(output)
      const words = lateNotices(exchange, told)
      end(words === '' ? last : Buffer.concat([Buffer.from(words), Buffer.from(last)]))
    })
  }

  function refuse(failure: Failure): void {
    abandoned = true
    keepAlive.stop()
    response.off('drain', resume)
    recordFailure(target.channel, failure)
    exchange.call?.abort(new Error('the stream failed before it began'))
    const { code, status } = failure
    const wait = timeToWait({}, failure)
    if (wait !== undefined) target.channel.circuit.coolDown(wait)
    // What was no answer at all is a bad gateway, whatever a server of the client's format would call it.
    const bad = status === undefined && (code === 'truncated-stream' || code === 'malformed-upstream')
    failAttempt(exchange, { failure: bad ? { ...failure, status: 502 } : failure }, judgeFailure(target.channel, failure), wait)
  }

  /** A bug of ours in the middle of a stream ends this stream, and nothing else: these steps run from timers and ticks. */
  function guard(step: () => void): void {
    try {
      step()
    } catch (error) {
      exchange.call?.abort(new Error('the stream could not be written'))
      answerFailure(exchange, faultOfError(error))
    }
  }

  const keepAlive = createKeepAlive(exchange, target.channel, () =>
    guard(() => {
      if (!standing.ended) write(isHeld() ? source.end(true) : source.liveness())
    }),
  )

  /** Sees whether the answer is whole. Bytes that are no events, such as comments, do not keep it open. */
  function see(chunk: Buffer): void {
    if (standing.ended || source.whole?.() !== true) wholeAt = undefined
    else if (wholeAt === undefined || chunk.includes('data:')) wholeAt = performance.now()
    else if (isHeld()) write(source.end(true))
  }

  /** Whether the answer is whole, and its upstream adds nothing and does not end it. */
  function isHeld(): boolean {
    return wholeAt !== undefined && performance.now() - wholeAt >= grace
  }

  exchange.interrupt = (failure) => {
    keepAlive.stop()
    interrupted = true
    guard(() => {
      // Nothing is tried elsewhere then.
      if (!response.headersSent) answerFailure(exchange, { failure })
      else if (!standing.ended) write(source.fail(failure))
    })
  }

  let batch: Buffer[] = []

  function flush(): void {
    if (batch.length === 0) return
    const chunk = batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch)
    batch = []
    guard(() => {
      if (standing.ended) return
      write(source.push(chunk))
      if (!through) see(chunk)
    })
  }

  /** The upstream has said all that it will say. */
  function stop(): void {
    through = true
    flush()
    keepAlive.stop()
    clearTimeout(lasting)
  }

  const receiver: Receiver = {
    data(chunk) {
      // The parser hands over each piece of one read before the next tick: one push and one write for all of them.
      if (batch.push(chunk) > 1) return
      if (!isBlank(chunk)) keepAlive.beat()
      process.nextTick(flush)
    },
    end() {
      stop()
      guard(() => {
        if (!abandoned && !standing.ended) write(source.end(false))
      })
    },
    fail(error) {
      stop()
      guard(() => {
        if (!exchange.over && !abandoned && !standing.ended)
          write(isTimeout(error) && source.whole?.() === true ? source.end(true) : source.fail(failureOfSocket(error)))
      })
    },
  }
  return coding === 'identity' ? receiver : inflateReceiver(exchange, coding, receiver)
}

/** Whether these are blank lines alone, an upstream's own sign of life: they are no events, and may come to nothing for the client. */
function isBlank(chunk: Buffer): boolean {
  return chunk.length <= 4 && chunk.every((byte) => byte === 0x0a || byte === 0x0d)
}

/** Whether the upstream held its answer open until one of our times was over. */
function isTimeout(error: Error): boolean {
  return failureOfSocket(error).code === 'timeout'
}

function streamHeaders(exchange: Exchange, upstream: IncomingHttpHeaders, source: StreamSource): Record<string, string | number> {
  const headers = answerHeaders(exchange)
  if (source.passes) Object.assign(headers, forwardedHeaders(exchange, upstream))
  headers['content-type'] = source.contentType
  headers['cache-control'] = 'no-cache'
  // Proxies in between must not gather events.
  headers['x-accel-buffering'] = 'no'
  return headers
}
