import type { DocumentPart, GenerateRequest, MediaPart, Turn } from '@interlingua/core'
import { fitMedia } from '@interlingua/core/lower'
import type { MediaIssueCode } from '@interlingua/core/lower'
import { format } from '../extension.ts'
import type { LowerScope } from './scope.ts'

type Code = Exclude<MediaIssueCode, 'document-type'>

/** OpenAI takes no BMP, SVG or HEIC. https://platform.openai.com/docs/guides/images-vision */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Fits media to the model, where they stand. */
export function lowerRequestMedia(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  const { context, report } = scope
  const issue = (part: MediaPart | DocumentPart, author: Turn['author']): Code | undefined =>
    // Turns of the model hold no media, which lowering its parts reports.
    author === 'assistant' ? undefined : issueOf(part, scope)
  return fitMedia<Code>(request, {
    issue,
    isOwn: () => scope.named,
    limit: context.model?.imageLimit,
    policy: context.policy,
    report,
  })
}

function issueOf(part: MediaPart | DocumentPart, scope: LowerScope): Code | undefined {
  const { media, imageTypes: types = imageTypes } = scope.context.model ?? {}
  const { source } = part
  const kind = part.type === 'media' ? part.kind : 'document'
  if (part.type === 'media' && kind !== 'image') return part.transcript === undefined || part.transcript === '' ? 'media-kind' : undefined
  // A document of text is sent as text.
  if (kind === 'document' && (source.type === 'text' || source.type === 'parts')) return undefined
  if (source.type === 'file' && !isKnownFile(source.owner, scope)) return 'file-id'
  if (media?.includes(kind) === false) return 'media-kind'
  if (kind === 'document') return undefined
  if (source.type === 'text' || source.type === 'parts') return 'media-source'
  return source.type === 'inline' && !scope.named && !types.includes(source.mime) ? 'media-type' : undefined
}

/** True for files of this format's upstream; Chat Completions of OpenAI has the same files. */
function isKnownFile(owner: string, scope: LowerScope): boolean {
  return owner === format || (owner === 'chat' && scope.vendor === 'openai')
}
