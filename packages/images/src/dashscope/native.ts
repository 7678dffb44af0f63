import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { format } from './format.ts'

/** Read from this very dialect: its caller knows what DashScope does where nothing is said. */
export function isOwn({ extensions }: ImageRequest): boolean {
  return extensions?.[format] !== undefined
}

/** A value of `native.parameters`; null says nothing. */
export function parameterOf({ native }: ImageRequest, key: string): Json | undefined {
  const value = native?.parameters?.[key]
  return value === null ? undefined : value
}

/** Where the caller wrote something under `input` or `parameters`. */
export function nativePlace(request: ImageRequest, box: 'input' | 'parameters', ...keys: readonly (string | number)[]): Pointer {
  const told = request.fields?.[`native.${box}`]
  return pointer(`${request.at ?? ''}${told ?? (`/${box}` as const)}`, ...keys)
}

/** The contents of the messages in `native.input`, all of them. */
export function nativeContents({ native }: ImageRequest): readonly JsonObject[] {
  const messages = native?.input?.['messages']
  if (!Array.isArray(messages)) return []
  return (messages as readonly Json[]).flatMap((message) => {
    // an array: its items are JSON
    const content = isJsonObject(message) ? message['content'] : undefined
    if (typeof content === 'string') return [{ text: content }]
    return Array.isArray(content) ? (content as readonly Json[]).filter(isJsonObject) : [] // Array.isArray does not narrow readonly lists
  })
}
