import type { Part } from '@interlingua/core'
import { isImageAnswer } from './parts/image-answer.ts'

/** Whether a completion has a place for a part of an answer: of media it has one for audio in the answer itself, and for images. */
export function isShown(part: Part): boolean {
  return part.type !== 'media' || isImageAnswer(part) || isAudioAnswer(part)
}

/** Audio in the answer itself, of which a message has one. */
export function isAudioAnswer(part: Part): boolean {
  return part.type === 'media' && part.kind === 'audio' && part.source.type === 'inline'
}

/** A part that is gone takes its seal with it: nothing would come back that bears it. */
export function withoutLostSeal(part: Part): Part {
  if (part.seal === undefined || isShown(part)) return part
  const { seal: _, ...bare } = part
  return bare as Part // the same part without an optional field
}
