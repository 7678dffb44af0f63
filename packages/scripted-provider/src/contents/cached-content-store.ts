import type { ContentsBody } from './shapes/request-shape.ts'

/** A context that was put into the provider's keeping. */
export interface CachedContent {
  readonly name: string
  /** Who made it: another key does not see it. */
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
  /** What this key may see by this name. */
  get(name: string, key: string): CachedContent | undefined
  list(key: string): readonly CachedContent[]
  put(content: CachedContent): void
  delete(name: string): void
  /** A name that is free. */
  newName(): string
}

/** Keeps as many as it may; the oldest go first. */
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
