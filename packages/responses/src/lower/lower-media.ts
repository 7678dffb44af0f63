import type { MediaPart, Part, Pointer } from '@interlingua/core'
import { format } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { lowerCacheMark } from './lower-cache-mark.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Images are taken; audio as its transcript, where there is one; video not at all. */
export function lowerMedia(part: MediaPart, at: Pointer, scope: LowerScope): readonly Part[] {
  const { media } = scope.context.model ?? {}
  if (part.kind !== 'image') {
    if (part.transcript === undefined || part.transcript === '') return drop('media-kind', at, scope)
    scope.report('transcript', at)
    return [lowerCacheMark({ type: 'text', at, text: part.transcript }, scope, part)]
  }
  if (media && !media.includes('image')) return drop('media-kind', at, scope)
  const { source } = part
  if (source.type === 'file' && !isKnownFile(source.owner, scope)) return drop('file-id', at, scope)
  if (source.type === 'text' || source.type === 'parts') return drop('media-source', at, scope)
  if (source.type === 'inline' && source.filename !== undefined) scope.report('media-filename', placeOf(part, 'source.filename', at))
  if (part.detail !== 'medium' && part.clip === undefined && part.transcript === undefined) return [lowerCacheMark(part, scope)]
  const lowered: Draft<MediaPart> = { ...part }
  if (part.detail === 'medium') {
    scope.report('detail', at)
    lowered.detail = 'auto'
  }
  return [lowerCacheMark(lowered, scope)]
}

function drop(code: 'media-kind' | 'file-id' | 'media-source', at: Pointer, scope: LowerScope): readonly Part[] {
  scope.report(code, at)
  return []
}

/** Files of this format's upstream; Chat Completions has the same files at OpenAI. */
export function isKnownFile(owner: string, scope: LowerScope): boolean {
  return owner === format || (owner === 'chat' && scope.vendor === 'openai')
}
