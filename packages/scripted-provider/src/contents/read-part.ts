import type { Part, Source } from '@interlingua/core'
import type { WirePart } from './shapes/part-shape.ts'

type Blob = { readonly mimeType: string; readonly data: string; readonly displayName?: string | undefined }
type File = { readonly fileUri: string; readonly mimeType?: string | undefined; readonly displayName?: string | undefined }

/** A part that is no call and no result. */
export function readPart(wire: WirePart): Part {
  if (wire.text !== undefined)
    return wire.thought === true
      ? { type: 'reasoning', segments: [{ type: 'summary', text: wire.text }] }
      : { type: 'text', text: wire.text }
  if (wire.inlineData) return readMedia(wire.inlineData.mimeType, sourceOfBlob(wire.inlineData))
  if (wire.fileData) return readMedia(wire.fileData.mimeType ?? '', sourceOfFile(wire.fileData))
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

/** A document, or what its type says. */
export function readMedia(mime: string, source: Source): Part {
  const kind = mime.split('/')[0]
  return kind === 'image' || kind === 'audio' || kind === 'video' ? { type: 'media', kind, source } : { type: 'document', source }
}

export function sourceOfBlob({ mimeType, data, displayName }: Blob): Source {
  return { type: 'inline', mime: mimeType, base64: data, ...(displayName !== undefined && { filename: displayName }) }
}

export function sourceOfFile({ fileUri, mimeType }: File): Source {
  return { type: 'url', url: fileUri, ...(mimeType !== undefined && { mime: mimeType }) }
}
