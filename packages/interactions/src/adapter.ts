import { defineAdapter, isReadByVendor } from '@interlingua/adapter-kit'
import { createStreamDecoder } from './decode-stream.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { errors, statuses } from './errors.ts'
import { createStreamParser, createStreamSerializer } from './framing.ts'
import { lowerRequest } from './lower-request.ts'
import { refuseAgent } from './refuse-agent.ts'
import { decodeRequest, encodeRequest, path } from './request.ts'
import { decodeResponse, encodeResponse } from './response.ts'
import { format, wire } from './wire.ts'

/** Gemini Interactions. */
export const interactions = defineAdapter({
  format,
  http: { path: () => path, statuses },
  wire,
  errors,
  framing: { contentType: 'text/event-stream', parser: createStreamParser, serializer: createStreamSerializer },
  decodeRequest,
  lowerRequest,
  encodeRequest,
  decodeResponse,
  encodeResponse,
  createStreamDecoder,
  createStreamEncoder,
  refuseElsewhere: refuseAgent,
  acceptsUrl: ({ source }) => source.type !== 'url' || isReadByVendor(source.url),
})

export const { http, parseRequest, parseResponse, parseFailure, decodeFailure, encodeFailure } = interactions
