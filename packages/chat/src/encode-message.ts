import type { JsonObject, Part, TokenLogprob } from '@interlingua/core'
import { encodeContentPart } from './parts/index.ts'
import { hintOf, wasAbsent } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeAudio } from './parts/audio-answer.ts'
import { encodeAnnotation } from './parts/citation.ts'
import { encodeImageAnswer, wasImageAnswer } from './parts/image-answer.ts'
import { encodeReasoning } from './parts/reasoning.ts'
import { encodeFunctionCall, encodeToolCall } from './parts/tool-call.ts'

/** `message` of a choice, with the token logprobs of its text parts. Parts without a slot were reported before. */
export function encodeMessage(
  parts: readonly Part[],
  hint: JsonObject | undefined,
): { readonly message: WireDraft; readonly logprobs: readonly TokenLogprob[] } {
  const message: WireDraft = {}
  const calls: JsonObject[] = []
  const content: JsonObject[] = []
  const annotations: JsonObject[] = []
  const images: JsonObject[] = []
  const logprobs: TokenLogprob[] = []
  const listed = hint?.['content'] === 'parts' || parts.some((part) => part.type === 'reasoning' && hintOf(part)?.['slot'] === 'content')
  let text: string | undefined
  let refusal: string | undefined
  if (!wasAbsent(hint, 'role')) message['role'] = hint?.['role'] ?? 'assistant'
  for (const part of parts) {
    const slot = hintOf(part)?.['slot']
    switch (part.type) {
      case 'text':
        for (const citation of part.citations ?? []) {
          const annotation = encodeAnnotation(citation, text?.length ?? 0, part.text.length)
          if (annotation) annotations.push(annotation)
        }
        if (part.logprobs) logprobs.push(...part.logprobs)
        text = (text ?? '') + part.text
        break
      case 'refusal':
        refusal = (refusal ?? '') + part.text
        break
      case 'tool-call':
        if (hintOf(part)?.['legacy'] === true) message['function_call'] = encodeFunctionCall(part)
        else calls.push(encodeToolCall(part))
        break
      case 'opaque':
        if (slot === 'tool_calls') calls.push(part.wire)
        break
      case 'media': {
        const audio = part.kind === 'audio' ? encodeAudio(part) : undefined
        if (audio) message['audio'] = audio
        const image = !listed || wasImageAnswer(part) ? encodeImageAnswer(part) : undefined
        if (image) images.push(image)
        break
      }
      default:
    }
    if (listed && !wasImageAnswer(part)) {
      const wire = encodeContentPart(part)
      if (wire !== undefined) content.push(wire)
    }
  }
  if (listed) message['content'] = content
  else if (text !== undefined) message['content'] = text
  encodeReasoning(message, parts, hint)
  if (refusal !== undefined) message['refusal'] = refusal
  if (annotations.length > 0) message['annotations'] = annotations
  if (images.length > 0) message['images'] = images
  if (calls.length > 0) message['tool_calls'] = calls
  return { message, logprobs }
}
