import { pointer, type JsonObject, type Pointer } from '@interlingua/core'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

const longestPrompt = 32_000

export function readPrompt({ prompt }: JsonObject, at: Pointer = ''): string {
  const place = pointer(at, 'prompt')
  if (typeof prompt !== 'string' || prompt.trim() === '') throw new InvalidVideoRequestError(place, 'prompt is required', 'invalid_request')
  if (prompt.length > longestPrompt) throw new InvalidVideoRequestError(place, `prompt may hold ${longestPrompt} characters`)
  return prompt
}
