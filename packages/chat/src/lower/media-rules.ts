import type { Context, DocumentPart, GenerateRequest, MediaPart, Turn } from '@interlingua/core'
import { fitMedia } from '@interlingua/core/lower'
import type { MediaIssueCode } from '@interlingua/core/lower'
import { format } from '../extension.ts'
import { notice } from '../notices.ts'
import { audioFormat } from '../parts/media.ts'
import { readDialect } from '../profiles.ts'

type Code = Exclude<MediaIssueCode, 'document-type'>

/** OpenAI takes no BMP, SVG or HEIC, and neither do its imitators. https://platform.openai.com/docs/guides/images-vision */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Fits media to the server and its model, where they stand. */
export function lowerRequestMedia(request: GenerateRequest, context: Context): GenerateRequest {
  const { model, policy } = context
  const issue = (part: MediaPart | DocumentPart, author: Turn['author']): Code | undefined =>
    // Media of the model are lowered with its turn.
    author === 'assistant' ? undefined : part.type === 'media' ? issueOfMedia(part, context) : issueOfDocument(part, context)
  const report = (code: Code | 'media-left-out' | 'media-limit' | 'media-size' | 'media-type-corrected', at: MediaPart['at'] & string) =>
    context.onNotice(notice(code, at))
  return fitMedia<Code>(request, { issue, isOwn, limit: model?.imageLimit, policy, report })
}

/** True for a part of this format, whose types are the server's to judge. */
function isOwn(part: MediaPart | DocumentPart): boolean {
  return part.extensions?.[format] !== undefined
}

function issueOfMedia(part: MediaPart, context: Context): Code | undefined {
  const { kind, source } = part
  const dialect = readDialect(context.dialect)
  const { media, imageTypes: types = imageTypes } = context.model ?? {}
  if (source.type === 'file') return 'file-id'
  if (source.type !== 'inline' && source.type !== 'url') return 'media-source'
  if (media?.includes(kind) === false || (kind === 'video' && dialect.videoInput !== true)) return 'media-kind'
  if (kind === 'audio') {
    if (source.type !== 'inline') return isOwn(part) ? undefined : 'media-source'
    const spelled = audioFormat(source.mime)
    return !isOwn(part) && dialect.vendor === undefined && spelled !== 'mp3' && spelled !== 'wav' ? 'media-type' : undefined
  }
  return kind === 'image' && source.type === 'inline' && !isOwn(part) && !types.includes(source.mime) ? 'media-type' : undefined
}

function issueOfDocument({ source }: DocumentPart, context: Context): Code | undefined {
  if (source.type === 'text' || source.type === 'parts') return undefined
  if (source.type === 'file' && !isKnownOwner(source.owner, context)) return 'file-id'
  if (source.type === 'url' && readDialect(context.dialect).fileUrls !== true) return 'media-source'
  return context.model?.media?.includes('document') === false ? 'media-kind' : undefined
}

/** True for a format whose files the server knows: Responses and Chat of OpenAI share theirs. */
function isKnownOwner(owner: string, context: Context): boolean {
  return owner === format || (owner === 'responses' && readDialect(context.dialect).vendor === undefined)
}
