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
  tellsWithheld: true,
  parseRequest,
  decodeRequest,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  encodeResponse,
  checkDialect: readProfile,
  decodeFailure: (reply, context) => readFailure(reply, format, context),
  // Of text alone: an image is refused, wherever it is.
  takesUrl: () => true,
} satisfies ImageAdapter<WirePredictRequest, WirePredictResponse>
