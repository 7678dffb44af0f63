import type { GenerateAdapter, GenerateRequest, JsonObject, WireMessage } from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { messages } from '@interlingua/messages'
import { createEnvelope } from './create-envelope.ts'
import type { Platform } from './platform.ts'

/** Members that differ from those of Messages, beside requests. */
type Own = Partial<
  Pick<GenerateAdapter, 'createStreamParser' | 'createStreamSerializer' | 'parseFailure' | 'decodeFailure' | 'encodeFailure' | 'count'>
> &
  Pick<GenerateAdapter, 'http'>

/** Adapter of Messages whose requests stand in a cloud's envelope. Documents and streams are those of Messages. */
export function enclose(platform: Platform, own: Own): GenerateAdapter {
  const envelope = createEnvelope(platform)
  const { parseResponse, decodeResponse, encodeResponse, createStreamDecoder, createStreamEncoder, acceptsUrl } = messages
  return {
    format: platform.format,
    parseResponse,
    decodeResponse,
    encodeResponse,
    createStreamDecoder,
    createStreamEncoder,
    acceptsUrl,
    createStreamParser: messages.createStreamParser,
    createStreamSerializer: messages.createStreamSerializer,
    parseFailure: messages.parseFailure,
    decodeFailure: messages.decodeFailure,
    encodeFailure: messages.encodeFailure,
    ...own,
    parseRequest(message, context) {
      messages.parseRequest(envelope.open(message), context)
      return message
    },
    decodeRequest(message, context): GenerateRequest {
      const opened = envelope.open(message) as Parameters<typeof messages.decodeRequest>[0] // parseRequest has checked it
      return envelope.keepSpelling(messages.decodeRequest(opened, context), message)
    },
    lowerRequest(request, context) {
      const lowered = messages.lowerRequest(envelope.hideHeaders(request), context)
      envelope.report(lowered.request, context)
      const { extensions } = request
      const own = extensions?.[platform.format]
      if (own?.rest === undefined) return lowered
      return { ...lowered, request: { ...lowered.request, extensions: { ...lowered.request.extensions, [platform.format]: own } } }
    },
    encodeRequest: (request, context): WireMessage<JsonObject> => envelope.close(messages.encodeRequest(request, context), request),
  }
}

/** A model's id as a segment of a path; `@` stays, as Vertex's own clients write it. */
export function modelSegment(model: string): string {
  return pathSegment(model).replaceAll('%40', '@')
}
