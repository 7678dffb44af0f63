import { defineAdapter } from '@interlingua/adapter-kit'
import { lowerRequest } from './lower.ts'
import { decodeRequest, encodeRequest, pathOf } from './request.ts'
import { decodeResponse, encodeResponse, errors } from './response.ts'
import { createStreamDecoder, createStreamEncoder } from './stream.ts'
import { format, wire } from './wire.ts'

/** Converse and ConverseStream. */
export const converse = defineAdapter({
  format,
  http: { path: ({ model, stream }) => pathOf(model, stream), statuses: { authentication: 403, billing: 403, timeout: 408 } },
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
})

export const { http, parseRequest, parseResponse, createStreamParser, createStreamSerializer } = converse
export const { parseFailure, decodeFailure, encodeFailure } = converse
