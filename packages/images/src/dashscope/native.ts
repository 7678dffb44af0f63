import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { format } from './format.ts'

/** True for a request of this dialect, whose caller expects DashScope's own defaults. */
export function isOwn({ extensions }: ImageRequest): boolean {
  return extensions?.[format] !== undefined
}

/** A value of `native.parameters`; `undefined` for an absent one or null. */
export function parameterOf({ native }: ImageRequest, key: string): Json | undefined {
  const value = native?.parameters?.[key]
  return value === null ? undefined : value
}

/** The caller's place of a value under `input` or `parameters`. */
export function nativePlace(request: ImageRequest, extension: 'input' | 'parameters', ...keys: readonly (string | number)[]): Pointer {
  const told = request.fields?.[`native.${extension}`]
  return pointer(`${request.at ?? ''}${told ?? (`/${extension}` as const)}`, ...keys)
}

/** The contents of all messages in `native.input`. */
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
