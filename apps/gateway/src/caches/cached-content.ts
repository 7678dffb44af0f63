import type { JsonObject } from '@interlingua/core'
import type { StoredDocument } from '../store/stored-document.ts'

/** A cached content as it is kept here: with the context itself, or with where the upstream keeps it. */
export interface CachedContent {
  /** As clients name it. */
  readonly model: string
  readonly displayName?: string
  /** RFC 3339; kept as they were said, which may be finer than a number can tell. */
  readonly createTime: string
  readonly updateTime: string
  readonly expireTime: string
  readonly tokens: number
  /** Bytes of the request that made it. */
  readonly size?: number
  readonly native?: NativeCache
  /** `contents`, `systemInstruction`, `tools` and `toolConfig` as they came. */
  readonly context?: JsonObject
}

export interface NativeCache {
  readonly channel: string
  /** `cachedContents/…` of the upstream. */
  readonly name: string
  /** Which of the channel's credentials made it: another cannot see it. */
  readonly credential: string
}

/** The kind of these documents in the store. */
export const cachedContentKind = 'cached-content'

const namePrefix = 'cachedContents/'

export function readCachedContent({ body }: StoredDocument): CachedContent {
  return body as unknown as CachedContent // written by `writeCachedContent`
}

export function writeCachedContent(content: CachedContent): JsonObject {
  return content as unknown as JsonObject // strings, a number, and JSON
}

/** As the vendor shows it: never with what it holds. https://ai.google.dev/api/caching#CachedContent */
export function showCachedContent(document: StoredDocument): JsonObject {
  const { model, displayName, createTime, updateTime, expireTime, tokens } = readCachedContent(document)
  return {
    name: `${namePrefix}${document.id}`,
    model: `models/${model}`,
    ...(displayName !== undefined && { displayName }),
    createTime,
    updateTime,
    expireTime,
    usageMetadata: { totalTokenCount: tokens },
  }
}

/** A field by its name in camel case, or in snake case, which Google's servers take as well. */
export function fieldOf(body: JsonObject, name: string): JsonObject[string] | undefined {
  return body[name] ?? body[snakeOf(name)]
}

/** By the names of the format's fields, which are few: every native request is asked for some of them. */
const snakeNames = new Map<string, string>()

/** `name` is a field of the format, never a caller's word. */
export function snakeOf(name: string): string {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake
}

/** A model's id: alone, as `models/{id}`, or as Google's cloud names it, with a project and a location, or without. */
export function modelId(text: string): string {
  return /^(?:projects\/[^/]+\/locations\/[^/]+\/)?(?:publishers\/google\/)?models\/(.*)$/s.exec(text)?.[1] ?? text
}

/** The id of `cachedContents/{id}`, which Google's cloud names with a project and a location in front; `undefined`: it is no such name. */
export function cacheId(text: string): string | undefined {
  return /^(?:projects\/[^/]+\/locations\/[^/]+\/)?cachedContents\/([^/]*)$/.exec(text)?.[1]
}
