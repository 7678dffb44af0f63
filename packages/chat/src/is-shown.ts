import type { Part } from '@interlingua/core'
import { isImageAnswer } from './parts/image-answer.ts'

/** True if a completion has a place for a part of a response: of media, only for inline audio and for images. */
export function isShown(part: Part): boolean {
  return part.type !== 'media' || isImageAnswer(part) || isAudioAnswer(part)
}

/** True for inline audio, of which a message has one. */
export function isAudioAnswer(part: Part): boolean {
  return part.type === 'media' && part.kind === 'audio' && part.source.type === 'inline'
}

/** Drops the seal of a part that is not shown, since no client could return it. */
export function withoutLostSeal(part: Part): Part {
  if (part.seal === undefined || isShown(part)) return part
  const { seal: _, ...bare } = part
  return bare as Part // the same part without an optional field
}
