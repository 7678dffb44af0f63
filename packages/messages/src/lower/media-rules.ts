import { decodeTextFile } from '@interlingua/core'
import type { DocumentPart, GenerateRequest, MediaPart, Turn } from '@interlingua/core'
import { fitMedia, hoistResultMedia } from '@interlingua/core/lower'
import type { MisfitCode } from '@interlingua/core/lower'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

type Code = Exclude<MisfitCode, 'media-source'>

const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** The media that this format and its model take, where they stand. https://platform.claude.com/docs/en/build-with-claude/vision */
export function lowerRequestMedia(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  const { context, report } = scope
  const { model, policy } = context
  const misfit = (part: MediaPart | DocumentPart, author: Turn['author']): Code | undefined =>
    part.type === 'media' ? misfitOfMedia(part, author, scope) : misfitOfDocument(part, author, scope)
  const fitted = fitMedia<Code>(request, { misfit, isOwn: isOurs, limit: model?.imageLimit, policy, report })
  // A result that says that its tool failed holds text and nothing else.
  return isOwn(request) ? fitted : hoistResultMedia(fitted, { textOnly: ({ isError }) => isError === true, report })
}

/** Our decoder gives parts with our own pointers; an illegal type in our own request is the server's to refuse. */
export function isOurs(part: MediaPart | DocumentPart): boolean {
  return part.extensions?.messages !== undefined
}

function misfitOfMedia(part: MediaPart, author: Turn['author'], { context }: LowerScope): Code | undefined {
  const { kind, source } = part
  if (kind !== 'image') return part.transcript === undefined || part.transcript.trim() === '' ? 'media-kind' : undefined
  // No turn of the model holds images: that is said there.
  if (author === 'assistant' || isOurs(part)) return undefined
  if (context.model?.media?.includes('image') === false) return 'media-kind'
  switch (source.type) {
    case 'file':
      return source.owner === 'messages' ? undefined : 'file-id'
    case 'url':
      return undefined
    case 'inline':
      return (context.model?.imageTypes ?? imageTypes).includes(source.mime) ? undefined : 'media-type'
    default:
      return 'media-type'
  }
}

function misfitOfDocument(part: DocumentPart, author: Turn['author'], { lenient }: LowerScope): Code | undefined {
  const { source } = part
  if (author === 'assistant' && !lenient) return undefined
  if (source.type === 'file') return source.owner === 'messages' ? undefined : 'file-id'
  if (source.type !== 'inline' || source.mime === 'application/pdf' || isOurs(part)) return undefined
  return textOf(source) === undefined ? 'document-type' : undefined
}

/** The text of a file that is one. */
export function textOf({ mime, base64 }: { readonly mime: string; readonly base64: string }): string | undefined {
  return /^text\/|^application\/(json|xml|yaml|x-yaml)$/.test(mime) ? decodeTextFile(base64) : undefined
}
