import type { Part, Source } from '@interlingua/core'
import { estimateTokens } from './estimate-tokens.ts'

const mediaTokens = { image: 1000, audio: 500, video: 2000 } as const satisfies Record<'image' | 'audio' | 'video', number>
const fileTokens = 1500

/** The number of input tokens that a part counts. Media count a flat sum, since their bytes are not text. */
export function estimatePartTokens(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return estimateTokens(part.text)
    case 'media':
      return mediaTokens[part.kind]
    case 'document':
      return sourceTokens(part.source) + estimateTokens((part.title ?? '') + (part.context ?? ''))
    case 'reasoning':
      return part.segments.reduce((sum, { text }) => sum + estimateTokens(text), 0)
    case 'tool-call':
      return 4 + estimateTokens(part.name + part.arguments)
    case 'hosted-call':
      return 4 + estimateTokens((part.name ?? '') + part.arguments)
    case 'tool-result':
    case 'hosted-result':
      return 4 + sumOf(part.parts)
    case 'search-result':
      return estimateTokens(part.url + part.title) + sumOf(part.parts)
    case 'compaction':
      return estimateTokens(part.text ?? '')
    case 'opaque':
      return estimateTokens(JSON.stringify(part.wire))
    case 'approval':
    case 'file-reference':
      return 8
  }
}

function sourceTokens(source: Source): number {
  if (source.type === 'text') return estimateTokens(source.text)
  if (source.type === 'parts') return sumOf(source.parts)
  return fileTokens
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + estimatePartTokens(part), 0)
}
