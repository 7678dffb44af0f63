import type { DocumentPart, GenerateRequest, MediaPart, Turn } from '@interlingua/core'
import { fitMedia } from '@interlingua/core/lower'
import type { MisfitCode } from '@interlingua/core/lower'
import { format } from '../extension.ts'
import type { LowerScope } from './scope.ts'

type Code = Exclude<MisfitCode, 'document-type'>

/** https://platform.openai.com/docs/guides/images-vision: no BMP, SVG or HEIC. */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The media that the model takes, where they stand. */
export function lowerRequestMedia(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  const { context, report } = scope
  const misfit = (part: MediaPart | DocumentPart, author: Turn['author']): Code | undefined =>
    // No turn of the model holds media: that is said there.
    author === 'assistant' ? undefined : misfitOf(part, scope)
  return fitMedia<Code>(request, { misfit, isOwn: () => scope.named, limit: context.model?.imageLimit, policy: context.policy, report })
}

function misfitOf(part: MediaPart | DocumentPart, scope: LowerScope): Code | undefined {
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

/** Files of this format's upstream; Chat Completions has the same files at OpenAI. */
function isKnownFile(owner: string, scope: LowerScope): boolean {
  return owner === format || (owner === 'chat' && scope.vendor === 'openai')
}
