import { readFailure } from '@interlingua/adapter-kit'
import type { ImageAdapter } from '../image-adapter.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeResponse } from './encode-response.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { parseRequest } from './parse-request.ts'
import { parseResponse } from './parse-response.ts'
import { readProfile } from './profile.ts'
import type { WirePredictRequest, WirePredictResponse } from './wire.ts'

/** Imagen's `:predict`. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api */
export const imagenPredict = {
  format,
  bytesOnly: true,
  reportsWithheld: true,
  parseRequest,
  decodeRequest,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  encodeResponse,
  checkDialect: readProfile,
  decodeFailure: (reply, context) => readFailure(reply, format, context),
  // Imagen makes images from text alone, so that lowering refuses every image without a fetch.
  acceptsUrl: () => true,
} satisfies ImageAdapter<WirePredictRequest, WirePredictResponse>
