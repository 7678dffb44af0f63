import { defineAdapter } from '@interlingua/adapter-kit'
import { count } from './count.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { errors, statuses } from './errors.ts'
import { decodeFailure, encodeFailure, parseFailure } from './failures.ts'
import { lowerRequest } from './lower-request.ts'
import { decodeRequest, encodeRequest, pathOf } from './request.ts'
import { decodeResponse, encodeResponse } from './response.ts'
import { format, wire } from './wire.ts'

/** Converse and ConverseStream of Amazon Bedrock. */
export const converse = defineAdapter({
  format,
  http: { path: ({ model, stream }) => pathOf(model, stream), statuses },
  wire,
  errors,
  framing: 'aws-events',
  decodeRequest,
  lowerRequest,
  encodeRequest,
  decodeResponse,
  encodeResponse,
  createStreamDecoder,
  createStreamEncoder,
  parseFailure,
  decodeFailure,
  encodeFailure,
  acceptsUrl: ({ source }) => source.type !== 'url' || source.url.startsWith('s3://'),
  count,
})

export const { http, parseRequest, parseResponse, createStreamParser, createStreamSerializer } = converse
export { decodeFailure, encodeFailure, parseFailure }
