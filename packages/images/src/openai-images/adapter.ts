import { readFailure } from '@interlingua/adapter-kit'
import type { ImageAdapter } from '../image-adapter.ts'
import { createStreamDecoder } from './create-stream-decoder.ts'
import { createStreamEncoder } from './create-stream-encoder.ts'
import { createStreamParser } from './create-stream-parser.ts'
import { createStreamSerializer } from './create-stream-serializer.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeResponse } from './encode-response.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { parseRequest } from './parse-request.ts'
import { parseResponse } from './parse-response.ts'
import { readProfile } from './profile.ts'
import type { WireImageEvent, WireImageRequest, WireImageResponse } from './wire.ts'

/**
 * OpenAI's images API, and the endpoint of the same paths that serves models of every family.
 * https://platform.openai.com/docs/api-reference/images
 */
export const openaiImages = {
  format,
  ownDelivery: true,
  parseRequest,
  decodeRequest,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  encodeResponse,
  createStreamParser,
  createStreamDecoder,
  createStreamEncoder,
  createStreamSerializer,
  checkDialect: readProfile,
  decodeFailure: (reply, context) => readFailure(reply, format, context),
  // The JSON body takes URLs, a form does not.
  acceptsUrl: (_input, context) => readProfile(context.dialect).edits === 'json',
} satisfies ImageAdapter<WireImageRequest, WireImageResponse, WireImageEvent>
