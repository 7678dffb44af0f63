import type { Description } from './description.ts'

const pages = {
  pageSize: { description: 'Most entries of a page.', type: 'integer' },
  pageToken: { description: 'Where the page begins, as the page before said it.' },
} as const

/** Cached contents, under both versions. */
export const cacheDescriptions: Readonly<Record<string, Description>> = Object.fromEntries(
  ['/v1beta', '/v1'].flatMap((version): [string, Description][] => [
    [
      `POST ${version}/cachedContents`,
      { summary: 'Keep contents for later requests', tag: 'caches', body: 'CachedContent', answer: 'CachedContent' },
    ],
    [
      `GET ${version}/cachedContents`,
      { summary: 'The cached contents of this key', tag: 'caches', query: pages, answer: 'CachedContentList' },
    ],
    [`GET ${version}/cachedContents/{id}`, { summary: 'A cached content, without its contents', tag: 'caches', answer: 'CachedContent' }],
    [
      `PATCH ${version}/cachedContents/{id}`,
      {
        summary: 'Change how long a cached content is kept',
        tag: 'caches',
        query: { updateMask: { description: 'The fields to change.' } },
        body: 'CachedContent',
        answer: 'CachedContent',
      },
    ],
    [`DELETE ${version}/cachedContents/{id}`, { summary: 'Forget a cached content', tag: 'caches', answer: 'Empty' }],
  ]),
)
