import type { JsonObject, Part, ToolResultPart, Turn } from '@interlingua/core'
import { encodeCacheMark, isMessageMark } from './cache-mark.ts'
import { encodeContent } from './content.ts'
import { hintOf, encodeExtension } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeAudio } from './parts/audio-answer.ts'
import { encodeAnnotation } from './parts/citation.ts'
import { encodeImageAnswer } from './parts/image-answer.ts'
import { encodeReasoning } from './parts/reasoning.ts'
import { encodeFunctionCall, encodeToolCall } from './parts/tool-call.ts'

/** Appends the messages of one turn: one, except for a turn with several results that was not lowered. */
export function encodeTurn(turn: Turn, messages: JsonObject[]): void {
  const hint = hintOf(turn)
  if (turn.author === 'assistant') {
    messages.push(encodeAssistant(turn, hint))
    return
  }
  const [first] = turn.parts
  if (hint?.['role'] === 'opaque' && first?.type === 'opaque') {
    messages.push(first.wire)
    return
  }
  const content: Part[] = []
  for (const part of turn.parts) {
    if (part.type === 'tool-result') messages.push(encodeResult(part, turn, hint))
    else content.push(part)
  }
  if (content.length === 0 && turn.parts.length > 0) return
  const message: WireDraft = { role: turn.author === 'user' ? 'user' : (turn.authority ?? 'system') }
  writeContent(message, content, hint)
  encodeExtension(message, turn)
  messages.push(message)
}

function writeContent(message: WireDraft, parts: readonly Part[], hint: JsonObject | undefined): void {
  const [only] = parts
  if (parts.length === 1 && only?.type === 'text' && isMessageMark(only)) {
    message['content'] = only.text
    encodeCacheMark(message, only.cache, hintOf(only))
    return
  }
  const content = encodeContent(parts, hint)
  if (content !== undefined) message['content'] = content
}

function encodeResult(part: ToolResultPart, turn: Turn, hint: JsonObject | undefined): JsonObject {
  const message: WireDraft = {}
  if (hint?.['role'] === 'function') {
    message['role'] = 'function'
    message['name'] = part.name ?? ''
  } else {
    message['role'] = 'tool'
    if (hint?.['id'] !== 'absent') message['tool_call_id'] = part.callId
  }
  writeContent(message, part.parts, hintOf(part))
  if (part.parts.length === 0 && hintOf(part)?.['content'] === undefined) message['content'] = ''
  if (isMessageMark(part)) encodeCacheMark(message, part.cache, hintOf(part))
  encodeExtension(message, turn)
  return message
}

function encodeAssistant(turn: Turn, hint: JsonObject | undefined): JsonObject {
  const message: WireDraft = { role: 'assistant' }
  const content: Part[] = []
  const calls: JsonObject[] = []
  const annotations: JsonObject[] = []
  const images: JsonObject[] = []
  let refusal: string | undefined
  let length = 0
  for (const part of turn.parts) {
    const slot = part.extensions?.['chat']?.hint?.['slot']
    switch (part.type) {
      case 'text':
        for (const citation of part.citations ?? []) {
          const annotation = encodeAnnotation(citation, length, part.text.length)
          if (annotation) annotations.push(annotation)
        }
        length += part.text.length
        content.push(part)
        break
      case 'refusal':
        if (slot === 'content') content.push(part)
        else refusal = (refusal ?? '') + part.text
        break
      case 'tool-call':
        if (hintOf(part)?.['legacy'] === true) message['function_call'] = encodeFunctionCall(part)
        else calls.push(encodeToolCall(part))
        break
      case 'reasoning':
        if (slot === 'content') content.push(part)
        break
      case 'opaque':
        if (slot === 'tool_calls') calls.push(part.wire)
        else if (slot === 'content') content.push(part)
        break
      case 'media': {
        const audio = slot === 'audio' ? encodeAudio(part) : undefined
        if (audio) message['audio'] = audio
        else if (slot === 'images') images.push(encodeImageAnswer(part) ?? {})
        else content.push(part)
        break
      }
      default:
        content.push(part)
    }
  }
  encodeReasoning(message, turn.parts, hint)
  writeContent(message, content, hint)
  if (refusal !== undefined) message['refusal'] = refusal
  if (calls.length > 0) message['tool_calls'] = calls
  if (annotations.length > 0) message['annotations'] = annotations
  if (images.length > 0) message['images'] = images
  encodeExtension(message, turn)
  return message
}
