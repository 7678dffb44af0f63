import { shape } from '../../shape/shape.ts'
import type { ReadBy } from '../../shape/shape.ts'
import { proto } from './proto.ts'

const { optional, text, flag, list, object, number } = shape
const { message, words, bytes, whole } = proto

const blob = message({ mimeType: text, data: bytes, displayName: optional(text) })
const fileData = message({ fileUri: text, mimeType: optional(text), displayName: optional(text) })
const toolType = text

/** A part of a content. Other rules check which members go together. https://ai.google.dev/api/caching#Part */
export const partShape = message({
  text: optional(text),
  inlineData: optional(blob),
  fileData: optional(fileData),
  functionCall: optional(message({ id: optional(text), name: text, args: optional(object) })),
  functionResponse: optional(
    message({
      id: optional(text),
      name: text,
      response: optional(object),
      parts: optional(list(message({ inlineData: optional(blob), fileData: optional(fileData), mediaProcessing: optional(text) }))),
      scheduling: optional(words('SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT')),
      willContinue: optional(flag),
    }),
  ),
  executableCode: optional(message({ code: text, language: words('PYTHON', 'LANGUAGE_UNSPECIFIED'), id: optional(text) })),
  codeExecutionResult: optional(
    message({
      outcome: words('OUTCOME_UNSPECIFIED', 'OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED'),
      output: optional(text),
      id: optional(text),
    }),
  ),
  toolCall: optional(message({ id: optional(text), toolType, args: optional(object) })),
  toolResponse: optional(message({ id: optional(text), toolType, response: optional(object) })),
  audioTranscription: optional(object),
  thought: optional(flag),
  thoughtSignature: optional(bytes),
  videoMetadata: optional(message({ startOffset: optional(text), endOffset: optional(text), fps: optional(number(0, 24)) })),
  mediaResolution: optional(
    message({
      level: optional(
        words(
          'MEDIA_RESOLUTION_UNSPECIFIED',
          'MEDIA_RESOLUTION_LOW',
          'MEDIA_RESOLUTION_MEDIUM',
          'MEDIA_RESOLUTION_HIGH',
          'MEDIA_RESOLUTION_ULTRA_HIGH',
        ),
      ),
      numTokens: optional(whole(0)),
    }),
  ),
  mediaProcessing: optional(text),
  partMetadata: optional(object),
  speechMetadata: optional(object),
})

export type WirePart = ReadBy<typeof partShape>
