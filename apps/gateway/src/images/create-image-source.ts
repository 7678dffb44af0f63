import { chain, parseDocument } from '@interlingua/core'
import type { FailedImage, ImageEvent, MadeImage } from '@interlingua/images'
import type { StreamSource, StreamStanding } from '../answers/answer-stream.ts'
import { lateNotices } from '../answers/late-notices.ts'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { redactFailure } from '../answers/redact-failure.ts'
import { redactSecrets } from '../answers/redact-secrets.ts'
import { truncatedStream } from '../answers/truncated-stream.ts'
import { failureOfNone } from './failure-of-none.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { noteUsage } from './note-usage.ts'

/** A source of the client's events that is given those of the upstream, read already: what it is pushed says no more than that there are some. */
export interface ImageSource extends StreamSource {
  give(event: ImageEvent): void
}

export function createImageSource(attempt: ImageAttempt): ImageSource {
  const { exchange, server, client, request, target } = attempt
  const { secrets } = target.channel
  const encoder = server.createStreamEncoder?.(client, { request })
  const serializer = server.createStreamSerializer?.()
  if (encoder === undefined || serializer === undefined) throw new TypeError(`${server.format} does not stream`)
  const writer = chain(encoder, serializer)
  let ready: ImageEvent[] = []
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  let shown = false
  /** Notices that stand in the head. */
  let told = exchange.notices.length
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
      if (event.type === 'end' && shown) output += lateNotices(exchange, told)
      for (const piece of pieces) output += piece
      standing.ended = event.type === 'failure' || event.type === 'end'
    }
    if (standing.ended) for (const piece of writer.end()) output += piece
    shown ||= output !== ''
    countTold()
    return output
  }

  /** Counts, and makes an end without any image the failure that it is. */
  function judge(event: ImageEvent): ImageEvent {
    switch (event.type) {
      case 'image':
        made++
        // A stream that breaks off has cost what was made so far.
        noteUsage(exchange, undefined, made)
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
        noteUsage(exchange, usage, made)
        const none = made === 0 ? failureOfNone(target.channel, failed) : undefined
        return none === undefined ? event : { type: 'failure', failure: none }
      }
      case 'partial':
        return { ...event, image: redactImage(event.image, secrets) }
    }
  }

  /** The head goes out with what is written first. */
  function countTold(): void {
    if (!exchange.response.headersSent) told = exchange.notices.length
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
    liveness() {
      countTold()
      return standing.ended ? '' : exchange.edge.client.stream.keepAlive.text
    },
    standing,
  }
}

/** What an upstream says beside the bytes of an image, without the channel's credentials in it: some put them into the address. */
function redactImage<Item extends MadeImage | FailedImage>(item: Item, secrets: readonly string[]): Item {
  if (secrets.length === 0) return item
  const { source, ...words } = item as Item & { readonly source?: MadeImage['source'] } // a failed image has none
  const said = source?.type === 'url' ? { ...words, source } : words
  const text = JSON.stringify(said)
  const redacted = redactSecrets(text, secrets)
  if (redacted === text) return item
  const clean = parseDocument(redacted) as object // the same but for words within its texts
  return (source === undefined || source.type === 'url' ? clean : { ...clean, source }) as Item // of the same keys
}
