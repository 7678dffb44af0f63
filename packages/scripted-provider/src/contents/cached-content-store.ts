import type { ContentsBody } from './shapes/request-shape.ts'

/** A context that a client put into the provider's cache. */
export interface CachedContent {
  readonly name: string
  /** The API key of the creator; no other key sees the content. */
  readonly key: string
  readonly model: string
  readonly displayName?: string
  readonly tokens: number
  readonly body: ContentsBody
  readonly createTime: string
  readonly updateTime: string
  readonly expireTime: string
}

/** The cached contents of a provider, the oldest first. */
export interface CachedContentStore {
  /** The content of this name, where this key may see it. */
  get(name: string, key: string): CachedContent | undefined
  list(key: string): readonly CachedContent[]
  put(content: CachedContent): void
  delete(name: string): void
  /** A name that is not in use. */
  newName(): string
}

/** Creates a store of at most `capacity` contents, from which the oldest is dropped first. */
export function createCachedContentStore(capacity = 1000): CachedContentStore {
  const contents = new Map<string, CachedContent>()
  let made = 0
  return {
    get(name, key) {
      const content = contents.get(name)
      return content?.key === key ? content : undefined
    },
    list: (key) => [...contents.values()].filter((content) => content.key === key),
    put(content) {
      contents.set(content.name, content)
      for (const oldest of contents.keys()) if (contents.size > capacity) contents.delete(oldest)
    },
    delete: (name) => void contents.delete(name),
    newName: () => `cachedContents/made-${++made}`,
  }
}
