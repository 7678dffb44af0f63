import { chain } from '@interlingua/core'
import type { ImageEvent, ImageRequest } from '@interlingua/images'
import { StringDecoder } from 'node:string_decoder'
import { answerStream } from '../answers/answer-stream.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { callUpstream, type Receiver } from '../upstreams/call-upstream.ts'
import { collectReply, type Reply } from '../upstreams/collect-reply.ts'
import { inflateReceiver } from '../upstreams/inflate-receiver.ts'
import { judgeFailure } from '../upstreams/judge-failure.ts'
import { readRefusal } from '../upstreams/read-refusal.ts'
import { refusalOfCall } from '../upstreams/refusal-of-call.ts'
import { streamDecoders } from '../upstreams/stream-decoders.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from '../upstreams/refusal.ts'
import { createImageWriter } from './create-image-writer.ts'
import { createImageSource } from './create-image-source.ts'
import { deliverImage, deliverImages, isDelivered } from './deliver-images.ts'
import { failureDecoder } from './failure-decoder.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { imageRequestOf } from './image-request-of.ts'
import { noteUsage } from './note-usage.ts'
import { readImages } from './read-images.ts'
import { tellImages } from './tell-images.ts'

const nothing = Buffer.alloc(0)

/**
 * Hands a stream of images on, event by event, in the client's dialect. Resolves once it has begun; rejects with `AttemptFailed` before, and
 * where what came instead came to nothing.
 */
export function streamImages(attempt: ImageAttempt, call: ImageRequest): Promise<void> {
  const { exchange, target, paints, upstream, server } = attempt
  // Some upstreams say nothing before their first image is made: the client gets its signs of life meanwhile.
  const writer = createImageWriter(attempt)
  return new Promise((resolve, reject) => {
    const fail = (refusal: Refusal): void => {
      if (writer.begun()) {
        writer.end({ type: 'failure', failure: refusal.fault.failure })
        return resolve()
      }
      writer.abandon()
      reject(new AttemptFailed(refusal))
    }
    callUpstream(
      exchange,
      target,
      imageRequestOf(target, paints.encodeRequest(call, upstream)),
      (status, headers) => {
        const good = status >= 200 && status <= 299
        if (good && !isDocument(headers)) {
          writer.abandon()
          resolve()
          return receive(attempt, call, headers)
        }
        return collectReply(exchange, headers, (reply) => {
          if (good && !('failure' in reply)) {
            writer.abandon()
            return void tellDocument(attempt, call, reply).then(resolve, reject)
          }
          if (good && 'failure' in reply) return fail({ fault: reply, decision: judgeFailure(target.channel, reply.failure) })
          const refusal = readRefusal(exchange, target, status, headers, reply, failureDecoder(attempt), paints.format === server.format)
          if (refusal.decision === 'retry' && refusal.wait !== undefined) target.channel.circuit.coolDown(refusal.wait)
          fail(refusal)
        })
      },
      (error, sent) => fail(refusalOfCall(target, error, sent)),
    )
  })
}

function isDocument({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return /^[^;]*json/i.test(type)
}

/** There are upstreams that do not stream although they are asked to: their document is told as a stream. */
async function tellDocument(attempt: ImageAttempt, call: ImageRequest, reply: Reply): Promise<void> {
  await tellImages(attempt, async (_plain, made) => {
    const answered = readImages(attempt, call, reply)
    noteUsage(attempt.exchange, answered.usage, answered.items.filter(({ type }) => type === 'image').length)
    const delivered = await deliverImages(attempt, answered)
    made?.(delivered, 0)
    return delivered
  })
}

/**
 * Takes the upstream's stream. Events come in their order: one whose image must be fetched or hosted first holds up those behind it, and the
 * upstream with them.
 */
function receive(attempt: ImageAttempt, call: ImageRequest, headers: IncomingHttpHeaders): Receiver {
  const { exchange, target, paints, upstream } = attempt
  const parser = paints.createStreamParser?.(upstream)
  const decoder = paints.createStreamDecoder?.(upstream, { request: call })
  if (parser === undefined || decoder === undefined) throw new TypeError(`${paints.format} does not stream`)
  const reader = chain(parser, decoder)
  const text = new StringDecoder('utf8')
  const source = createImageSource(attempt)
  const { 'content-encoding': coding = 'identity', ...plain } = headers
  const coded = coding.trim().toLowerCase()
  const known = coded === 'identity' || streamDecoders.has(coded)
  const inner = answerStream(exchange, target, known ? plain : headers, source)
  let before: Promise<void> | undefined

  /** At once where nothing is waited for. */
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
      if (event.type !== 'image' || isDelivered(attempt, event.image)) {
        afterAll(() => source.give(event))
        continue
      }
      exchange.call?.pause()
      settleLater((before ?? Promise.resolve()).then(() => deliver(event)))
    }
    afterAll(() => inner.data(nothing))
  }

  async function deliver(event: Extract<ImageEvent, { type: 'image' }>): Promise<void> {
    const item = await deliverImage(attempt, event.image)
    source.give(item.type === 'image' ? { ...event, image: item } : { type: 'failed', index: event.index, item })
    inner.data(nothing)
    exchange.call?.resume()
  }

  const receiver: Receiver = {
    data: (chunk) => take(reader.push(text.write(chunk))),
    end() {
      take([...reader.push(text.end()), ...reader.end()])
      afterAll(() => inner.end())
    },
    fail: (error) => afterAll(() => inner.fail(error)),
  }
  return coded === 'identity' || !known ? receiver : inflateReceiver(exchange, coded, receiver)
}
