import type { Failure } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import { answerFailure } from '../reply/answer-failure.ts'
import { answerHeaders, forwardedHeaders, lateNotices } from '../reply/reply-headers.ts'
import {
  failureOfSocket,
  judgeFailure,
  type Receiver,
  recordFailure,
  redactAnswer,
  streamDecoders,
  type Target,
  timeToWait,
} from '@interlingua/upstreams'
import type { Attempt } from '../server/reply.ts'
import { keepAnswer, wordUnkept } from '../reply/keep-answer.ts'
import { endAnswer, finishReply } from '../reply/write-reply.ts'
import { failureOfError, queryOf } from '@interlingua/gateway-kernel'
import { guard } from '../reply/guard.ts'
import { releaseHeld } from '../reply/admit-stream.ts'
import { createKeepAlive } from '../reply/keep-alive.ts'
import { malformedAnswer } from '../translation/failures.ts'
import { failAttempt, noteWords, settleAttempt } from '../calls/attempt.ts'
import { inflateReceiver } from '../calls/read-reply.ts'
import type { AdmittedRequest, ClientRequest } from '../server/client-request.ts'

/** Framing of the stream that the client asks for: events, or one JSON array. */
export function framingOf({ edge, incoming: request }: ClientRequest): 'sse' | 'json-array' {
  if (!edge.client.stream.arrays) return 'sse'
  const query = queryOf(request.url ?? '')
  return (query.get('alt') ?? query.get('$alt')) === 'sse' ? 'sse' : 'json-array'
}

/** Writes the text of a stream to a client's connection. */
interface WireWriter {
  push(text: string | Buffer): string | Buffer
  end(last: string | Buffer): string | Buffer
}

const asItIs: WireWriter = { push: (text) => text, end: (last) => last }

/** Writes the text as it is, or in the binary framing of the client's format; a stream that passes has its framing. */
function createWireWriter({ capability, client: { edge } }: AdmittedRequest, { passes }: StreamSource): WireWriter {
  const { binary } = edge.stream
  // Streams of images have events of their own.
  if (binary === undefined || passes || capability !== undefined) return asItIs
  const writer = binary.createWriter()
  return {
    push: (text) => Buffer.concat(writer.push(text.toString())),
    end: (last) => Buffer.concat([...writer.push(last.toString()), ...writer.end()]),
  }
}

/** Milliseconds for which an upstream may hold its connection after the last event; then the call is aborted, and its place is free for others. */
const lingering = 2_000
/** Milliseconds without an event after which a whole answer counts as ended, though its upstream holds the connection. */
const grace = 5_000

/** Progress of a stream, written by its source alone. */
export interface StreamStanding {
  /** The failure that the stream ended in. */
  failure: Failure | undefined
  /** True if the stream failed before any output, so that the failure can still be an HTTP error. */
  failedFirst: boolean
  /** True if no output follows. */
  ended: boolean
}

/** Translates an upstream's bytes to the client's. Each method returns the output that can be written now, possibly none. */
export interface StreamSource {
  push(chunk: Buffer): string | Buffer
  /** Ends the stream because the upstream ended it; `held`: the answer is whole, but its upstream does not end it. */
  end(held: boolean): string | Buffer
  /** Ends the stream with the failure, in the client's dialect. */
  fail(failure: Failure): string | Buffer
  keepAlive(): string | Buffer
  /** True if an end now would be the end of a whole answer, although more may come. Absent if an event of the format marks the end. */
  whole?(): boolean
  /** Progress of the stream; one object for the whole stream. */
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
export function answerStream(attempt: Attempt, target: Target, upstream: IncomingHttpHeaders, source: StreamSource): Receiver {
  const { response } = attempt.reply
  const { standing } = source
  const type = upstream['content-type']
  const fits = type === undefined || type.toLowerCase().startsWith(source.takes)
  const coding = upstream['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (!fits || (coding !== 'identity' && !streamDecoders.has(coding))) return malformedAnswer(attempt, target, upstream)

  const wire = createWireWriter(attempt.admitted, source)
  let ending = false
  /** True if the stream failed before any output, and its request was handed back to failover. */
  let abandoned = false
  /** True if the gateway ended the stream itself, as when it shuts down. */
  let interrupted = false
  /** True if the upstream's answer has ended. Until then, the timer `lingerTimer` ends an answer that goes on after its last event. */
  let through = false
  let lingerTimer: NodeJS.Timeout | undefined
  /** Time of the last event of an answer that is whole so far; undefined while the answer is not whole. */
  let wholeAt: number | undefined
  const resume = (): void => attempt.call?.resume()
  response.on('drain', resume)

  function write(given: string | Buffer): void {
    if (attempt.reply.ended || ending || abandoned) return
    // Sources give whole events.
    const output = redactAnswer(given, target.channel.secrets)
    if (!response.headersSent) {
      if (standing.failure && standing.failedFirst) return refuse(standing.failure)
      if (output.length === 0 && !standing.ended) return
      settleAttempt(attempt)
      attempt.reply.firstByteAt = performance.now()
      response.writeHead(200, streamHeaders(attempt, upstream, source))
    }
    if (standing.ended) {
      finish(output)
    } else if (output.length > 0 && !response.write(wire.push(output))) attempt.call?.pause()
  }

  /** Stores the response before the client is told of its end; where the store cannot be written, the end says that it was not stored. */
  function finish(output: string | Buffer): void {
    const { keep } = attempt.reply
    const { call } = attempt
    keepAlive.stop()
    if (!through) lingerTimer = setTimeout(() => call?.abort(new Error('the upstream did not end its answer')), lingering).unref()
    if (standing.failure && !interrupted) {
      recordFailure(target.channel, standing.failure)
      noteWords(attempt, standing.failure)
      attempt.reply.errorMessage = standing.failure.message
    }
    // Streams of images have events of their own, which their clients know.
    const broken =
      standing.failure !== undefined &&
      attempt.admitted.capability === undefined &&
      attempt.admitted.client.edge.client.stream.breaksOnFailure
    const end = (last = output): void =>
      finishReply(attempt.reply, standing.failure?.code ?? 'ok', () => {
        // Released before the client reads the failure: the client may ask again before its connection breaks.
        if (broken) releaseHeld(attempt.reply)
        endAnswer(response, wire.end(last), broken)
      })
    if (keep === undefined || standing.failure) return end()
    ending = true
    guard(attempt.reply, async () => {
      const sentNotices = attempt.admitted.notices.length
      if (await keepAnswer(attempt.admitted, keep)) return end()
      const last = source.passes || typeof output !== 'string' ? output : wordUnkept(output)
      const words = lateNotices(attempt.admitted, sentNotices)
      end(words === '' ? last : Buffer.concat([Buffer.from(words), Buffer.from(last)]))
    })
  }

  function refuse(failure: Failure): void {
    abandoned = true
    keepAlive.stop()
    response.off('drain', resume)
    recordFailure(target.channel, failure)
    attempt.call?.abort(new Error('the stream failed before it began'))
    const { code, status } = failure
    const wait = timeToWait({}, failure)
    if (wait !== undefined) target.channel.circuit.coolDown(wait)
    // A truncated or malformed answer without a status is a bad gateway, whatever a server of the client's format would call it.
    const bad = status === undefined && (code === 'truncated-stream' || code === 'malformed-upstream')
    failAttempt(attempt, { failure: bad ? { ...failure, status: 502 } : failure }, judgeFailure(target.channel, failure), wait)
  }

  /** Runs a step from a timer or a tick, and keeps a bug in it from ending more than this stream. */
  function guardStep(step: () => void): void {
    try {
      step()
    } catch (error) {
      attempt.call?.abort(new Error('the stream could not be written'))
      answerFailure(attempt.reply, failureOfError(error))
    }
  }

  const keepAlive = createKeepAlive(attempt.reply, target.channel, () =>
    guardStep(() => {
      if (!standing.ended) write(isHeld() ? source.end(true) : source.keepAlive())
    }),
  )

  const isBinary = target.channel.edge.stream.binary !== undefined
  /** Tracks whether the answer is whole. Bytes that are no events, such as comments, do not keep it open. */
  function see(chunk: Buffer): void {
    if (standing.ended || source.whole?.() !== true) wholeAt = undefined
    else if (wholeAt === undefined || isBinary || chunk.includes('data:')) wholeAt = performance.now()
    else if (isHeld()) write(source.end(true))
  }

  /** True if the answer is whole, and its upstream neither adds an event nor ends it. */
  function isHeld(): boolean {
    return wholeAt !== undefined && performance.now() - wholeAt >= grace
  }

  attempt.reply.interrupt = (failure) => {
    keepAlive.stop()
    interrupted = true
    guardStep(() => {
      // An interrupted request is not tried on another channel.
      if (!response.headersSent) answerFailure(attempt.reply, { failure })
      else if (!standing.ended) write(source.fail(failure))
    })
  }

  let batch: Buffer[] = []

  function flush(): void {
    if (batch.length === 0) return
    const chunk = batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch)
    batch = []
    guardStep(() => {
      if (standing.ended) return
      write(source.push(chunk))
      if (!through) see(chunk)
    })
  }

  /** Notes that the upstream sends no more. */
  function stop(): void {
    through = true
    flush()
    keepAlive.stop()
    clearTimeout(lingerTimer)
  }

  const receiver: Receiver = {
    data(chunk) {
      // The parser hands over all pieces of one read before the next tick, so they become one push and one write.
      if (batch.push(chunk) > 1) return
      if (!isBlank(chunk)) keepAlive.beat()
      process.nextTick(flush)
    },
    end() {
      stop()
      guardStep(() => {
        if (!abandoned && !standing.ended) write(source.end(false))
      })
    },
    fail(error) {
      stop()
      guardStep(() => {
        if (!attempt.reply.ended && !abandoned && !standing.ended)
          write(isTimeout(error) && source.whole?.() === true ? source.end(true) : source.fail(failureOfSocket(error)))
      })
    },
  }
  return coding === 'identity' ? receiver : inflateReceiver(attempt, coding, receiver)
}

/** True for blank lines alone: an upstream's keep-alive, which may give no output for the client. */
function isBlank(chunk: Buffer): boolean {
  return chunk.length <= 4 && chunk.every((byte) => byte === 0x0a || byte === 0x0d)
}

/** True if a timeout of the gateway ended the answer. */
function isTimeout(error: Error): boolean {
  return failureOfSocket(error).code === 'timeout'
}

function streamHeaders(attempt: Attempt, upstream: IncomingHttpHeaders, source: StreamSource): Record<string, string | number> {
  const headers = answerHeaders(attempt.reply)
  if (source.passes) Object.assign(headers, forwardedHeaders(attempt, upstream))
  headers['content-type'] = source.contentType
  headers['cache-control'] = 'no-cache'
  // Proxies in between must not gather events.
  headers['x-accel-buffering'] = 'no'
  return headers
}
