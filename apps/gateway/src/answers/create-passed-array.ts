import { createByteTap } from '../metering/create-byte-tap.ts'
import { unheard } from '../metering/unheard.ts'
import { isJsonObject, parseJson, type Failure } from '@interlingua/core'
import { createJsonArrayParser, createJsonArraySerializer } from '@interlingua/framing'
import { StringDecoder } from 'node:string_decoder'
import type { StreamSource, StreamStanding } from './answer-stream.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { noteAnswer } from '../operation/note-answer.ts'
import { redactCredentialFailure } from './redact-credential-failure.ts'
import type { StreamStatus } from '@interlingua/core/edge'
import { spliceString } from '../requests/splice-string.ts'
import { redactFailure } from './redact-failure.ts'
import { redactSecrets } from './redact-secrets.ts'
import { truncatedStream } from './truncated-stream.ts'
import { seeAnswer } from '../metering/see-answer.ts'

/**
 * A stream of the client's own format that is one JSON array: its elements as they are, letter for letter, each when it is whole. The
 * array is closed only behind a complete answer or an error, so that a cut never looks finished.
 */
export function createPassedArray(exchange: Exchange, name?: string): StreamSource {
  const { edge, gateway } = exchange
  const { adapter } = edge
  const parser = createJsonArrayParser({ maxEventLength: gateway.limits.eventBytes })
  const serializer = createJsonArraySerializer()
  const status: StreamStatus = { started: false, phase: 'open' }
  const read = edge.stream.createStatusReader()
  const text = new StringDecoder('utf8')
  const tap = createByteTap()
  seeAnswer(exchange, () => tap.read(edge, unheard(exchange)))
  const standing: StreamStanding = { failure: undefined, failedFirst: false, ended: false }
  let shown = false

  function write(pieces: readonly string[]): string {
    const output = pieces.join('')
    shown ||= output !== ''
    return output
  }

  function named(element: string): string {
    return name === undefined ? element : spliceString(Buffer.from(element), edge.upstream.modelAt.event, name).toString()
  }

  function close(): string {
    standing.ended = true
    exchange.usage = status.usage
    return write(serializer.end())
  }

  function fail(cause: Failure): string {
    standing.failure = cause
    standing.failedFirst = !shown
    const { body } = adapter.encodeFailure(cause, contextOf(exchange))
    return write(serializer.push(JSON.stringify(body))) + close()
  }

  function take(elements: ReturnType<typeof parser.push>): string {
    let output = ''
    for (const element of elements) {
      if (standing.ended) break
      const wire = element.type === 'event' ? parseJson(element.data) : undefined
      if (element.type !== 'event' || !isJsonObject(wire)) return output + fail(truncatedStream)
      read(wire, status)
      noteAnswer(exchange, wire)
      if (status.phase === 'failed') {
        standing.failedFirst = !shown && output === ''
        // The status is not the upstream's word, only what a parser needs: the code says more.
        const { status: _status, ...cause } = adapter.decodeFailure(
          adapter.parseFailure({ status: 500, headers: {}, body: wire }),
          contextOf(exchange),
        )
        const secrets = exchange.target?.channel.secrets ?? []
        standing.failure = redactFailure(redactCredentialFailure(cause), secrets)
        return output + write(serializer.push(redactSecrets(element.data, secrets))) + close()
      }
      tap.hear(Buffer.from(`data: ${element.data.replaceAll('\n', ' ')}\n\n`))
      output += write(serializer.push(named(element.data)))
    }
    exchange.complete = status.phase === 'complete'
    exchange.usage = status.usage
    return output
  }

  return {
    passes: true,
    takes: 'application/json',
    contentType: 'application/json',
    push: (chunk) => take(parser.push(text.write(chunk))),
    end(held) {
      if (held) return close()
      const rest = take(parser.push(text.end())) + (standing.ended ? '' : take(parser.end()))
      if (standing.ended) return rest
      return rest + (status.phase === 'complete' ? close() : fail(truncatedStream))
    },
    fail,
    whole: () => status.phase === 'complete',
    liveness: () => '',
    standing,
  }
}
