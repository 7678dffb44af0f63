import { createKeepAlive } from '../reply/keep-alive.ts'
import { answerHeaders, lateNotices } from '../reply/reply-headers.ts'
import { finishReply } from '../reply/write-reply.ts'
import { upstreamRequestOf } from '../operation/request-upstream.ts'
import type { Attempt } from '../server/reply.ts'
import { settleAttempt } from '../calls/attempt.ts'
import { writeForm } from './form.ts'
import { chain, type Context, type Failure, isJsonObject, type WireMessage } from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import type { ImageEvent, ImageRequest, ImageServer, ImageUpstream } from '@interlingua/images'
import type { Target, UpstreamRequest } from '@interlingua/upstreams'

/** Notices of changes that the gateway itself makes to image requests. */
export const notice = declareNotices('gateway', [], {
  'fewer-images': {
    kind: 'dropped',
    message: 'the upstream made fewer images than were asked for, and does not say why',
    benign: true,
  },
  'images-apart': {
    kind: 'approximated',
    message: 'the images are made by several calls: each comes when it is made, without previews',
    benign: true,
  },
})

/** Request for images in the client's dialect. */
export interface ReceivedImageRequest {
  readonly attempt: Attempt
  readonly server: ImageServer
  /** Context of the client's side. */
  readonly client: Context
  /** Request as the client sent it. */
  readonly request: ImageRequest
}

/** Calls that fulfil a request at one target. */
export interface ImageAttempt extends ReceivedImageRequest {
  readonly target: Target
  readonly images: ImageUpstream
  /** Context of the upstream's side. */
  readonly upstream: Context
  /** Requests to send, legal for the upstream: one call or several. */
  readonly calls: readonly ImageRequest[]
  /** Form in which the client gets its images. Absent: as they come. */
  readonly delivery?: 'url' | 'base64'
}

/** Request to the upstream of a target, as a form if the dialect says so. */
export function imageRequestOf(target: Target, message: WireMessage<unknown>): UpstreamRequest {
  const isForm = message.headers['content-type']?.startsWith('multipart/form-data') === true
  if (!isForm || !isJsonObject(message.body)) return upstreamRequestOf(target, message)
  const { type, bytes } = writeForm(message.body)
  const { headers, ...request } = upstreamRequestOf(target, { ...message, body: null })
  return { ...request, headers: { ...headers, 'content-type': type }, body: bytes }
}

/** Writer of a stream of events that the gateway makes itself. Its head goes out with the first event or keep-alive. */
interface ImageWriter {
  begun(): boolean
  write(events: readonly ImageEvent[]): void
  /** Ends the stream with the event, an `end` or a `failure`. */
  end(event: Extract<ImageEvent, { type: 'end' | 'failure' }>): void
  /** Stops writing. If no byte was sent yet, the caller may still answer in another way. */
  abandon(): void
}

export function createImageWriter({ attempt, target, server, client, request }: ImageAttempt): ImageWriter {
  const { response } = attempt.reply
  const encoder = server.createStreamEncoder?.(client, { request })
  const serializer = server.createStreamSerializer?.()
  if (encoder === undefined || serializer === undefined) throw new TypeError(`${server.format} does not stream`)
  const machine = chain(encoder, serializer)
  let begun = response.headersSent
  /** Number of notices that stand in the head. */
  let sentNotices = attempt.admitted.notices.length
  let over = false

  function write(text: string): void {
    if (text === '' || over || attempt.reply.ended) return
    begin()
    response.write(text)
  }

  function begin(): void {
    if (begun) return
    begun = true
    settleAttempt(attempt)
    attempt.reply.firstByteAt = performance.now()
    sentNotices = attempt.admitted.notices.length
    response.writeHead(200, {
      ...answerHeaders(attempt.reply),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      // Proxies in between must not buffer events.
      'x-accel-buffering': 'no',
    })
  }

  function end(event: Extract<ImageEvent, { type: 'end' | 'failure' }>): void {
    if (over || attempt.reply.ended) return
    const text = [...machine.push(event), ...machine.end()].join('')
    begin()
    const last = event.type === 'end' ? lateNotices(attempt.admitted, sentNotices) : ''
    over = true
    keepAlive.stop()
    finishReply(attempt.reply, event.type === 'failure' ? event.failure.code : 'ok', () => response.end(last + text))
  }

  const keepAlive = createKeepAlive(attempt.reply, target.channel, () => write(attempt.admitted.client.edge.client.stream.keepAlive.text))
  ;(attempt.reply.releases ??= []).push(() => keepAlive.stop())
  attempt.reply.interrupt = (failure: Failure) => end({ type: 'failure', failure })

  return {
    begun: () => begun,
    write(events) {
      for (const event of events) for (const text of machine.push(event)) write(text)
    },
    end,
    abandon() {
      over = true
      keepAlive.stop()
      delete attempt.reply.interrupt
    },
  }
}
