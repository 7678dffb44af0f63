import { decodeTextFile } from '@interlingua/core/adapter'
import type { DocumentPart, GenerateRequest, MediaPart, Turn } from '@interlingua/core'
import { fitMedia, hoistResultMedia, holdsMedia } from '@interlingua/core/lower'
import type { MediaIssueCode } from '@interlingua/core/lower'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

type Code = Exclude<MediaIssueCode, 'media-source'>

const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Fits media to this format and its model, where they stand. https://platform.claude.com/docs/en/build-with-claude/vision */
export function lowerRequestMedia(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  if (!holdsMedia(request)) return request
  const { context, report } = scope
  const { model, policy } = context
  const issue = (part: MediaPart | DocumentPart, author: Turn['author']): Code | undefined =>
    part.type === 'media' ? issueOfMedia(part, author, scope) : issueOfDocument(part, author, scope)
  const fitted = fitMedia<Code>(request, { issue, isOwn: isOurs, limit: model?.imageLimit, policy, report })
  // A failed result holds only text.
  return isOwn(request) ? fitted : hoistResultMedia(fitted, { textOnly: ({ isError }) => isError === true, report })
}

/** True for a part of this format, by the pointers of its decoder; an illegal type in it is the server's to refuse. */
export function isOurs(part: MediaPart | DocumentPart): boolean {
  return part.extensions?.messages !== undefined
}

function issueOfMedia(part: MediaPart, author: Turn['author'], { context }: LowerScope): Code | undefined {
  const { kind, source } = part
  if (kind !== 'image') return part.transcript === undefined || part.transcript.trim() === '' ? 'media-kind' : undefined
  // Turns of the model hold no images, which lowering its parts reports.
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

function issueOfDocument(part: DocumentPart, author: Turn['author'], { lenient }: LowerScope): Code | undefined {
  const { source } = part
  if (author === 'assistant' && !lenient) return undefined
  if (source.type === 'file') return source.owner === 'messages' ? undefined : 'file-id'
  if (source.type !== 'inline' || source.mime === 'application/pdf' || isOurs(part)) return undefined
  return textOf(source) === undefined ? 'document-type' : undefined
}

/** Text of a text file; `undefined` for any other. */
export function textOf({ mime, base64 }: { readonly mime: string; readonly base64: string }): string | undefined {
  return /^text\/|^application\/(json|xml|yaml|x-yaml)$/.test(mime) ? decodeTextFile(base64) : undefined
}
