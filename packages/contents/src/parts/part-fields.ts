import type { Node } from '@interlingua/core'

const camel = { seal: '/thoughtSignature', segments: '/text', clip: '/videoMetadata', detail: '/mediaResolution', citations: '' } as const
const snake = {
  seal: '/thought_signature',
  segments: '/text',
  clip: '/video_metadata',
  detail: '/media_resolution',
  citations: '',
} as const

/** Where the canonical fields of a part stand in it, in both spellings. Shared by all: a field that a part does not have is never looked up. */
export const partFields = { camel, snake } as const

export const inlineFields = {
  camel: { ...camel, source: '/inlineData', 'source.mime': '/inlineData/mimeType', 'source.filename': '/inlineData/displayName' },
  snake: { ...snake, source: '/inline_data', 'source.mime': '/inline_data/mime_type', 'source.filename': '/inline_data/display_name' },
} as const

export const fileFields = {
  camel: { ...camel, source: '/fileData', 'source.mime': '/fileData/mimeType' },
  snake: { ...snake, source: '/file_data', 'source.mime': '/file_data/mime_type' },
} as const

export const callFields = {
  camel: { seal: '/thoughtSignature', callId: '/functionCall/id', name: '/functionCall/name', arguments: '/functionCall/args' },
  snake: { seal: '/thought_signature', callId: '/function_call/id', name: '/function_call/name', arguments: '/function_call/args' },
} as const

export const resultFields = {
  camel: {
    seal: '/thoughtSignature',
    callId: '/functionResponse/id',
    name: '/functionResponse/name',
    isError: '/functionResponse/response',
    structured: '/functionResponse/response',
    parts: '/functionResponse/parts',
  },
  snake: {
    seal: '/thought_signature',
    callId: '/function_response/id',
    name: '/function_response/name',
    isError: '/function_response/response',
    structured: '/function_response/response',
    parts: '/function_response/parts',
  },
} as const

const all: ReadonlySet<unknown> = new Set(
  [partFields, inlineFields, fileFields, callFields, resultFields].flatMap((fields) => [fields.camel, fields.snake]),
)

/** True for a part that this format's decoder read: it alone gives out these constants. */
export function isOurPart({ fields }: Node): boolean {
  return all.has(fields)
}
