import type { JsonObject } from '@interlingua/core'
import { classicEditShape, classicShape, messagesShape } from '../../images/dashscope-shapes.ts'
import type { DashscopeParameters } from '../../images/dashscope-shapes.ts'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import { Refusal } from './refusal.ts'

/** A request for images, from either form of body. */
export interface DashscopeRequest {
  readonly model: string
  readonly prompt: string
  /** The URLs of the images. */
  readonly images: readonly string[]
  readonly parameters: Partial<DashscopeParameters>
}

/** Reads a body with one turn of texts and images. */
export function readMessages(body: JsonObject): DashscopeRequest {
  // The vendor's own error for a body in the form of a chat.
  if (body['input'] === undefined && body['messages'] !== undefined) throw new Refusal(refuseDashscope('Field required: input.messages'))
  const { model, input, parameters = {} } = messagesShape(body, undefined)
  const [message, ...more] = input.messages
  if (!message || more.length > 0) throw new Refusal(refuseDashscope('messages length only support 1: input.messages'))
  const texts: string[] = []
  const images: string[] = []
  for (const { text, image } of message.content) {
    if ((text === undefined) === (image === undefined))
      throw new Refusal(refuseDashscope('Each content must have exactly one of text and image: input.messages.0.content'))
    if (text !== undefined) texts.push(text)
    if (image !== undefined) images.push(image)
  }
  if (texts.length !== 1) throw new Refusal(refuseDashscope('Exactly one text is required: input.messages.0.content'))
  return { model, prompt: texts[0] ?? '', images, parameters }
}

/** Reads a body with a prompt alone. */
export function readClassic(body: JsonObject): DashscopeRequest {
  const { model, input, parameters = {} } = classicShape(body, undefined)
  return { model, prompt: input.prompt, images: [], parameters }
}

/** Reads a body with a prompt and images. */
export function readClassicEdit(body: JsonObject): DashscopeRequest {
  const { model, input, parameters = {} } = classicEditShape(body, undefined)
  return { model, prompt: input.prompt, images: input.images, parameters }
}
