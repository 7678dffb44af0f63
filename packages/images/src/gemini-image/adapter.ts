import { readFailure } from '@interlingua/adapter-kit'
import type { ImageUpstream } from '../image-adapter.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeRequest, type WireGeminiImageRequest } from './encode-request.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { parseResponse, type WireGeminiImageResponse } from './parse-response.ts'
import { readProfile } from './profile.ts'

/**
 * The image models of Gemini, called through generateContent, as an upstream only. https://ai.google.dev/gemini-api/docs/image-generation
 */
export const geminiImage = {
  format,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  checkDialect: readProfile,
  decodeFailure: (reply, context) => readFailure(reply, format, context),
  acceptsUrl: () => false,
} satisfies ImageUpstream<WireGeminiImageRequest, WireGeminiImageResponse>
