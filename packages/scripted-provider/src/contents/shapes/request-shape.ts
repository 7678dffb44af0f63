import { shape } from '../../shape/shape.ts'
import type { ReadBy } from '../../shape/shape.ts'
import { partShape } from './part-shape.ts'
import { proto } from './proto.ts'
import { schemaShape } from './schema-shape.ts'
import { toolConfigShape, toolShape } from './tool-shape.ts'

const { optional, text, flag, list, object, number, record } = shape
const { message, words, whole } = proto

const content = message({ role: optional(text), parts: optional(list(partShape)) })

const generationConfig = message({
  temperature: optional(number(0, 2)),
  topP: optional(number(0, 1)),
  topK: optional(number(1)),
  candidateCount: optional(whole(1, 8)),
  maxOutputTokens: optional(whole(1)),
  stopSequences: optional(list(text)),
  seed: optional(whole()),
  presencePenalty: optional(number(-2, 2)),
  frequencyPenalty: optional(number(-2, 2)),
  responseLogprobs: optional(flag),
  logprobs: optional(whole(0, 20)),
  responseMimeType: optional(text),
  responseSchema: optional(schemaShape),
  responseJsonSchema: optional(object),
  // The key `_responseJsonSchema`, an early alias, as it reads in camel case.
  ResponseJsonSchema: optional(object),
  responseFormat: optional(list(object)),
  responseModalities: optional(list(words('MODALITY_UNSPECIFIED', 'TEXT', 'IMAGE', 'AUDIO'))),
  mediaResolution: optional(
    words('MEDIA_RESOLUTION_UNSPECIFIED', 'MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'),
  ),
  thinkingConfig: optional(
    message({
      includeThoughts: optional(flag),
      thinkingBudget: optional(whole(-1, 65_536)),
      thinkingLevel: optional(words('THINKING_LEVEL_UNSPECIFIED', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH')),
    }),
  ),
  speechConfig: optional(object),
  imageConfig: optional(
    message({
      aspectRatio: optional(text),
      imageSize: optional(text),
      personGeneration: optional(text),
      outputMimeType: optional(text),
      outputCompressionQuality: optional(whole(0, 100)),
      imageOutputOptions: optional(message({ mimeType: optional(text), compressionQuality: optional(whole(0, 100)) })),
      prominentPeople: optional(text),
    }),
  ),
  audioTranscriptionConfig: optional(object),
  enableEnhancedCivicAnswers: optional(flag),
})

const categories = [
  'HARASSMENT',
  'HATE_SPEECH',
  'SEXUALLY_EXPLICIT',
  'DANGEROUS_CONTENT',
  'CIVIC_INTEGRITY',
  'JAILBREAK',
  'IMAGE_HATE',
  'IMAGE_DANGEROUS_CONTENT',
  'IMAGE_HARASSMENT',
  'IMAGE_SEXUALLY_EXPLICIT',
] as const

/** The fields that a cached content may hold. */
export const contextFields = {
  contents: optional(list(content)),
  systemInstruction: optional(content),
  tools: optional(list(toolShape)),
  toolConfig: optional(toolConfigShape),
} as const

const fields = {
  model: optional(text),
  ...contextFields,
  safetySettings: optional(
    list(
      message({
        category: words(...categories.map((word) => `HARM_CATEGORY_${word}` as const)),
        threshold: words('BLOCK_LOW_AND_ABOVE', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_ONLY_HIGH', 'BLOCK_NONE', 'OFF'),
      }),
    ),
  ),
  generationConfig: optional(generationConfig),
  cachedContent: optional(text),
  labels: optional(record(text)),
  serviceTier: optional(words('SERVICE_TIER_UNSPECIFIED', 'FLEX', 'STANDARD', 'PRIORITY')),
  store: optional(flag),
  continuationToken: optional(text),
} as const

/** The body of `:generateContent` and `:streamGenerateContent`. https://ai.google.dev/api/generate-content */
export const requestShape = message(fields)

/** The body of `:countTokens`: contents alone, or a whole request. https://ai.google.dev/api/tokens */
export const countShape = message({ contents: optional(list(content)), generateContentRequest: optional(requestShape) })

export type ContentsBody = ReadBy<typeof requestShape>
export type WireContent = ReadBy<typeof content>
