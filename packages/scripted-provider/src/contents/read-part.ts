import type { Part } from '@interlingua/core'
import { readMedia } from './read-media.ts'
import type { WirePart } from './shapes/part-shape.ts'

/** Reads a part that is neither a call nor a result. */
export function readPart(wire: WirePart): Part {
  if (wire.text !== undefined)
    return wire.thought === true
      ? { type: 'reasoning', segments: [{ type: 'summary', text: wire.text }] }
      : { type: 'text', text: wire.text }
  const media = readMedia(wire)
  if (media) return media
  if (wire.executableCode)
    return {
      type: 'hosted-call',
      callId: wire.executableCode.id ?? '',
      family: 'code-execution',
      arguments: JSON.stringify({ language: wire.executableCode.language, code: wire.executableCode.code }),
    }
  if (wire.codeExecutionResult)
    return {
      type: 'hosted-result',
      callId: wire.codeExecutionResult.id ?? '',
      parts: [{ type: 'text', text: wire.codeExecutionResult.output ?? '' }],
    }
  return { type: 'opaque', format: 'contents', wire: { type: Object.keys(wire)[0] ?? 'empty' } }
}
