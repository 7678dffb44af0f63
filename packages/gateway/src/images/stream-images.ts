import { callAttempt } from '../calls/attempt.ts'
import { chain, parseDocument } from '@interlingua/core'
import type { FailedImage, GeneratedImage, ImageEvent, ImageRequest } from '@interlingua/images'
import { StringDecoder } from 'node:string_decoder'
import { answerStream, type StreamSource, type StreamStanding } from '../answers/answer-stream.ts'
import { AttemptFailed } from '../operation/request-upstream.ts'
import {
  judgeFailure,
  type Receiver,
  redactCredentialFailure,
  redactFailure,
  redactSecrets,
  type UpstreamFailure,
  failureOfCall,
  streamDecoders,
} from '@interlingua/upstreams'
import { collectReply, inflateReceiver, type UpstreamReply } from '../calls/read-reply.ts'
import { readUpstreamFailure } from '../calls/refuse-answer.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { createImageWriter, type ImageAttempt, imageRequestOf } from './image-attempt.ts'
import { deliverImage, deliverImages, isDelivered, noteUsage, readImages } from './answer-images.ts'
import { failureDecoder, failureOfNone } from './failures.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { streamWholeImages } from './make-images.ts'
import { lateNotices } from '../reply/reply-headers.ts'
import { truncatedStream } from '../translation/failures.ts'

/** Source of the client's events that takes decoded events of the upstream by `give`; the bytes given to `push` are ignored. */
interface ImageSource extends StreamSource {
  give(event: ImageEvent): void
}

function createImageSource(work: ImageAttempt): ImageSource {
  const { attempt, server, client, request, target } = work
  const { secrets } = target.channel
  const encoder = server.createStreamEncoder?.(client, { request })
  const serializer = server.createStreamSerializer?.()
  if (encoder === undefined || serializer === undefined) throw new TypeError(`${server.format} does not stream`)
  const writer = chain(encoder, serializer)
  let ready: ImageEvent[] = []
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  let shown = false
  /** Number of notices that stand in the head. */
  let sentNotices = attempt.admitted.notices.length
  let made = 0
  const failed: FailedImage[] = []

  function writeAll(events: readonly ImageEvent[]): string {
    let output = ''
    for (const given of events) {
      if (standing.ended) break
      const event = judge(given)
      if (event.type === 'failure') {
        standing.failure = event.failure
        standing.failedFirst = !shown && output === ''
      }
      const pieces = writer.push(event)
      if (event.type === 'end' && shown) output += lateNotices(attempt.admitted, sentNotices)
      for (const piece of pieces) output += piece
      standing.ended = event.type === 'failure' || event.type === 'end'
    }
    if (standing.ended) for (const piece of writer.end()) output += piece
    shown ||= output !== ''
    countSentNotices()
    return output
  }

  /** Redacts and counts an event, and turns an end without any image into a failure. */
  function judge(event: ImageEvent): ImageEvent {
    switch (event.type) {
      case 'image':
        made++
        // Noted with each image, since a stream that breaks off has cost the images so far.
        noteUsage(attempt, undefined, made)
        return { ...event, image: redactImage(event.image, secrets) }
      case 'failed': {
        const item = redactImage(event.item, secrets)
        failed.push(item)
        return { ...event, item }
      }
      case 'failure':
        return { type: 'failure', failure: redactFailure(redactCredentialFailure(event.failure), secrets) }
      case 'end': {
        const { usage } = event
        noteUsage(attempt, usage, made)
        const none = made === 0 ? failureOfNone(target.channel, failed) : undefined
        return none === undefined ? event : { type: 'failure', failure: none }
      }
      case 'partial':
        return { ...event, image: redactImage(event.image, secrets) }
    }
  }

  /** Notes the number of notices until the head is sent, which happens with the first output. */
  function countSentNotices(): void {
    if (!attempt.reply.response.headersSent) sentNotices = attempt.admitted.notices.length
  }

  function takeReady(): readonly ImageEvent[] {
    const events = ready
    ready = []
    return events
  }

  return {
    passes: false,
    takes: 'text/event-stream',
    contentType: 'text/event-stream',
    give: (event) => void ready.push(event),
    push: () => writeAll(takeReady()),
    end: () => writeAll([...takeReady(), { type: 'failure', failure: truncatedStream }]),
    fail: (cause) => writeAll([...takeReady(), { type: 'failure', failure: cause }]),
    keepAlive() {
      countSentNotices()
      return standing.ended ? '' : attempt.admitted.client.edge.client.stream.keepAlive.text
    },
    standing,
  }
}

/** Redacts the channel's credentials in an image's fields, except in its bytes: some upstreams put credentials into the address. */
function redactImage<Item extends GeneratedImage | FailedImage>(item: Item, secrets: readonly string[]): Item {
  if (secrets.length === 0) return item
  const { source, ...words } = item as Item & { readonly source?: GeneratedImage['source'] } // a failed image has no source
  const said = source?.type === 'url' ? { ...words, source } : words
  const text = JSON.stringify(said)
  const redacted = redactSecrets(text, secrets)
  if (redacted === text) return item
  const clean = parseDocument(redacted) as object // redaction changes only words within texts, so the value stays an object
  return (source === undefined || source.type === 'url' ? clean : { ...clean, source }) as Item // the keys are the same
}

const nothing = Buffer.alloc(0)

/**
 * Passes a stream of images event by event, in the client's dialect. Resolves once the stream has begun; rejects with `AttemptFailed` before, and if
 * a document that came instead fails.
 */
export function streamImages(work: ImageAttempt, call: ImageRequest): Promise<FailureReply | void> {
  const { attempt, target, images, upstream, server } = work
  // Some upstreams are silent until their first image, so the client gets keep-alives meanwhile.
  const writer = createImageWriter(work)
  return new Promise((resolve, reject) => {
    const fail = (refusal: UpstreamFailure): void => {
      if (writer.begun()) {
        writer.end({ type: 'failure', failure: refusal.failureReply.failure })
        return resolve()
      }
      writer.abandon()
      reject(new AttemptFailed(refusal))
    }
    callAttempt(
      attempt,
      imageRequestOf(target, images.encodeRequest(call, upstream)),
      (status, headers) => {
        const good = status >= 200 && status <= 299
        if (good && !isDocument(headers)) {
          writer.abandon()
          resolve()
          return receive(work, call, headers)
        }
        return collectReply(attempt, headers, (reply) => {
          if (good && !('failure' in reply)) {
            writer.abandon()
            return void streamDocument(work, call, reply).then(resolve, reject)
          }
          if (good && 'failure' in reply) return fail({ failureReply: reply, decision: judgeFailure(target.channel, reply.failure) })
          const refusal = readUpstreamFailure(
            attempt,
            target,
            status,
            headers,
            reply,
            failureDecoder(work),
            images.format === server.format,
          )
          if (refusal.decision === 'retry' && refusal.wait !== undefined) target.channel.circuit.coolDown(refusal.wait)
          fail(refusal)
        })
      },
      (error, sent) => fail(failureOfCall(target, error, sent)),
    )
  })
}

function isDocument({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return /^[^;]*json/i.test(type)
}

/** Streams the document of an upstream that does not stream although it was asked to. */
async function streamDocument(work: ImageAttempt, call: ImageRequest, reply: UpstreamReply): Promise<FailureReply | void> {
  return streamWholeImages(work, async (_plain, made) => {
    const answered = readImages(work, call, reply)
    noteUsage(work.attempt, answered.usage, answered.items.filter(({ type }) => type === 'image').length)
    const delivered = await deliverImages(work, answered)
    made?.(delivered, 0)
    return delivered
  })
}

/**
 * Receiver of the upstream's stream. Events stay in order: one whose image must be fetched or hosted first holds up the later ones, and the upstream
 * with them.
 */
function receive(work: ImageAttempt, call: ImageRequest, headers: IncomingHttpHeaders): Receiver {
  const { attempt, target, images, upstream } = work
  const parser = images.createStreamParser?.(upstream)
  const decoder = images.createStreamDecoder?.(upstream, { request: call })
  if (parser === undefined || decoder === undefined) throw new TypeError(`${images.format} does not stream`)
  const reader = chain(parser, decoder)
  const text = new StringDecoder('utf8')
  const source = createImageSource(work)
  const { 'content-encoding': coding = 'identity', ...plain } = headers
  const coded = coding.trim().toLowerCase()
  const known = coded === 'identity' || streamDecoders.has(coded)
  const inner = answerStream(attempt, target, known ? plain : headers, source)
  let before: Promise<void> | undefined

  /** Runs a step after all earlier ones; at once if none is running. */
  function afterAll(step: () => void): void {
    if (before === undefined) return step()
    const mine = before.then(step)
    settleLater(mine)
  }

  function settleLater(mine: Promise<void>): void {
    before = mine
    void settle(mine)
  }

  /** Never rejects. */
  async function settle(mine: Promise<void>): Promise<void> {
    try {
      await mine
    } catch (error) {
      inner.fail(error instanceof Error ? error : new Error('an image could not be delivered'))
    }
    if (before === mine) before = undefined
  }

  function take(events: readonly ImageEvent[]): void {
    for (const event of events) {
      if (event.type !== 'image' || isDelivered(work, event.image)) {
        afterAll(() => source.give(event))
        continue
      }
      attempt.call?.pause()
      settleLater((before ?? Promise.resolve()).then(() => deliver(event)))
    }
    afterAll(() => inner.data(nothing))
  }

  async function deliver(event: Extract<ImageEvent, { type: 'image' }>): Promise<void> {
    const item = await deliverImage(work, event.image)
    source.give(item.type === 'image' ? { ...event, image: item } : { type: 'failed', index: event.index, item })
    inner.data(nothing)
    attempt.call?.resume()
  }

  const receiver: Receiver = {
    data: (chunk) => take(reader.push(text.write(chunk))),
    end() {
      take([...reader.push(text.end()), ...reader.end()])
      afterAll(() => inner.end())
    },
    fail: (error) => afterAll(() => inner.fail(error)),
  }
  return coded === 'identity' || !known ? receiver : inflateReceiver(attempt, coded, receiver)
}
