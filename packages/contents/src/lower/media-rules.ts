import { decodeTextFile } from '@interlingua/core/adapter'
import type { DocumentPart, GenerateRequest, MediaPart } from '@interlingua/core'
import { fitMedia, hoistResultMedia, holdsMedia } from '@interlingua/core/lower'
import type { MediaIssueCode } from '@interlingua/core/lower'
import { isOurPart } from '../parts/part-fields.ts'
import type { LowerScope } from './scope.ts'

type Code = Exclude<MediaIssueCode, 'media-source'>

/** Gemini takes no GIF, BMP or SVG. https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif']

/** Fits media to the model, where they stand. */
export function lowerRequestMedia(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  if (!holdsMedia(request)) return request
  const { context, report, own } = scope
  const { model, policy } = context
  const isOwn = (part: MediaPart | DocumentPart): boolean => own && isOurPart(part)
  const issue = (part: MediaPart | DocumentPart): Code | undefined => (isOwn(part) ? undefined : issueOf(part, scope))
  const fitted = fitMedia<Code>(request, { issue, isOwn, limit: model?.imageLimit, policy, report })
  return own || model?.resultMedia !== false ? fitted : hoistResultMedia(fitted, { textOnly: () => true, report })
}

const documentTypes = /^(?:text\/|application\/(?:pdf|json|xml|rtf|x-javascript|javascript|x-python|yaml|x-yaml|typescript|x-typescript)$)/

function issueOf(part: MediaPart | DocumentPart, { context, vendor }: LowerScope): Code | undefined {
  const { source } = part
  const kind = part.type === 'media' ? part.kind : 'document'
  // The transcript can be sent.
  if (part.type === 'media' && part.transcript !== undefined && part.transcript !== '' && !isTaken(part, vendor, context.model))
    return undefined
  if (source.type === 'file' && (source.owner !== 'contents' || vendor !== 'google')) return 'file-id'
  if (source.type === 'text' || source.type === 'parts') return kind === 'document' ? undefined : 'media-kind'
  if (context.model?.media?.includes(kind) === false) return isText(part) ? undefined : 'media-kind'
  if (source.type !== 'inline') return undefined
  if (kind === 'document') return documentTypes.test(source.mime) ? undefined : 'document-type'
  if (kind !== 'image') return undefined
  return (context.model?.imageTypes ?? imageTypes).includes(source.mime) ? undefined : 'media-type'
}

/** True if the model gets the media itself, and not its transcript. */
export function isTaken({ kind, source }: MediaPart, vendor: string, model: LowerScope['context']['model']): boolean {
  if (source.type === 'file') return source.owner === 'contents' && vendor === 'google'
  return source.type !== 'text' && source.type !== 'parts' && model?.media?.includes(kind) !== false
}

function isText({ type, source }: MediaPart | DocumentPart): boolean {
  return type === 'document' && source.type === 'inline' && source.mime.startsWith('text/') && decodeTextFile(source.base64) !== undefined
}
