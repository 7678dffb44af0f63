import type { Node } from '@interlingua/core'

/** Where the canonical fields of a part stand in it, in both spellings. Shared by all: a field that a part does not have is never looked up. */
export const partFields = {
  camel: {
    seal: '/thoughtSignature',
    segments: '/text',
    clip: '/videoMetadata',
    detail: '/mediaResolution',
    source: '',
    citations: '',
  },
  snake: {
    seal: '/thought_signature',
    segments: '/text',
    clip: '/video_metadata',
    detail: '/media_resolution',
    source: '',
    citations: '',
  },
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

/** True for a part that this format's decoder read: it alone gives out these constants. */
export function isOurPart({ fields }: Node): boolean {
  return (
    fields === partFields.camel ||
    fields === partFields.snake ||
    fields === callFields.camel ||
    fields === callFields.snake ||
    fields === resultFields.camel ||
    fields === resultFields.snake
  )
}
