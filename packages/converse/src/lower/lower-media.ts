import type { Context, DocumentPart, GenerateRequest, MediaPart, Part, Pointer, Turn } from '@interlingua/core'
import { fitMedia, hoistResultMedia } from '@interlingua/core/lower'
import type { Family } from '../families.ts'
import { wordFor } from '../media.ts'
import { format } from '../wire.ts'
import type { Code } from '../notices.ts'
import { textOf } from './lower-part.ts'

type Issue = 'document-type' | 'file-id' | 'media-kind' | 'media-source' | 'media-type'
type Held = (part: Part) => boolean

/** Media that results of tools hold, by family. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultContentBlock.html */
const held: Readonly<Partial<Record<Family, Held>>> = {
  claude: (part) => isImage(part) || part.type === 'document',
  nova: isImage,
  llama: (part) => isImage(part) || part.type === 'document',
  mistral: ({ type }) => type === 'document',
}

function isImage(part: Part): boolean {
  return part.type === 'media' && part.kind === 'image'
}

/** Fits media to this format and its model, where they stand. */
export function lowerMedia(
  request: GenerateRequest,
  family: Family | undefined,
  { model, policy }: Context,
  report: (code: Code, at: Pointer) => void,
): GenerateRequest {
  const issue = (part: MediaPart | DocumentPart, author: Turn['author']): Issue | undefined => {
    if (author === 'assistant') return undefined
    const kind = part.type === 'media' ? part.kind : 'document'
    const spoken = part.type === 'media' && part.kind === 'audio' && (part.transcript?.trim() ?? '') !== ''
    if (model?.media?.includes(kind) === false) return spoken ? undefined : 'media-kind'
    return issueOfSource(part, kind, spoken)
  }
  const fitted = fitMedia<Issue>(request, { issue, isOwn: () => false, limit: model?.imageLimit, policy, report })
  const holds = family === undefined ? undefined : (held[family] ?? (() => false))
  return hoistResultMedia(fitted, {
    textOnly: ({ isError, parts }) => isError === true || (holds !== undefined && !parts.every((part) => !isMedia(part) || holds(part))),
    report,
  })
}

function isMedia({ type }: Part): boolean {
  return type === 'media' || type === 'document'
}

function issueOfSource(part: MediaPart | DocumentPart, kind: MediaPart['kind'] | 'document', spoken: boolean): Issue | undefined {
  const { source } = part
  if (source.type === 'file' && source.owner !== format) return 'file-id'
  if (source.type === 'url' && !source.url.startsWith('s3://')) return 'media-source'
  if (source.type === 'parts') return kind === 'document' ? undefined : 'media-type'
  if (source.type === 'text') return kind === 'document' ? undefined : 'media-type'
  if (wordFor(kind, part) !== undefined || spoken) return undefined
  if (kind !== 'document') return 'media-type'
  return source.type === 'inline' && textOf(source) !== undefined ? undefined : 'document-type'
}
