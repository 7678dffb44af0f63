import { deriveId } from '@interlingua/core/adapter'
import type { GenerateRequest, MediaPart, Part } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import { wantedTool } from './wanted-tool.ts'

/** A PNG of a single pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Eight samples of 16 bits. */
const pcm = 'AADoAwAAGPwAAOgDAAAY/A=='

/**
 * The images and sound of an answer. Responses paints an image where its tool is offered and the prompt asks for one; contents returns the
 * modalities that the request asks for.
 */
export function makeMedia(request: GenerateRequest, conversation: Conversation, format: string, responseId: string): readonly Part[] {
  if (format === 'responses') {
    const tool = wantedTool(request, conversation, 'image-generation', /\b(?:draw|paint|generate an image|make an image)\b/i)
    if (tool === undefined) return []
    const wanted = {
      result: png,
      revised_prompt: 'A demo image of one pixel',
      output_format: 'png',
      size: '1024x1024',
      quality: 'low',
      background: 'opaque',
    }
    const callId = deriveId('ig_', responseId, 'image')
    return [{ type: 'hosted-call', callId, family: 'image-generation', arguments: JSON.stringify(wanted) }]
  }
  if (format !== 'contents') return []
  const media: MediaPart[] = []
  const { modalities } = request.output ?? {}
  if (modalities?.includes('image')) media.push(inline('image', 'image/png', png))
  if (modalities?.includes('audio')) media.push(inline('audio', 'audio/L16;codec=pcm;rate=24000', pcm))
  return media
}

function inline(kind: MediaPart['kind'], mime: string, base64: string): MediaPart {
  return { type: 'media', kind, source: { type: 'inline', mime, base64 } }
}
