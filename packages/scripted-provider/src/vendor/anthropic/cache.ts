import { isJsonObject } from '@interlingua/core'
import type { JsonObject, Pointer } from '@interlingua/core'
import { object, objects, says } from '../read/json.ts'
import { formatDots } from '../read/format-path.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'
import { blocksOf } from './calls.ts'

/** The rules about cache marks and citations. */
export const cacheRules: readonly VendorRule[] = [
  {
    id: 'A41',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching',
    holds: () => true,
    *issues(asked) {
      const marked = marksOf(asked)
      if (marked.length > 4)
        yield { path: marked[4]?.at ?? '', message: `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.` }
      let short = false
      for (const { at, block, mark } of marked) {
        if (mark['ttl'] === '1h' && short)
          yield {
            path: `${at}/cache_control/ttl`,
            message: `${formatDots(at)}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
          }
        if (mark['ttl'] !== '1h') short = true
        if (block['type'] === 'text' && block['text'] === '')
          yield { path: at, message: `${formatDots(at)}.text: cache_control cannot be set for empty text blocks` }
        if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking')
          yield {
            path: `${at}/cache_control`,
            message: `${formatDots(at)}.${String(block['type'])}.cache_control: Extra inputs are not permitted`,
          }
      }
    },
  },
  {
    id: 'A42',
    confidence: 'M',
    source: 'https://platform.claude.com/docs/en/build-with-claude/citations',
    holds: () => true,
    *issues(asked) {
      const documents = [...blocksOf(asked)].filter(({ block }) => block['type'] === 'document' || block['type'] === 'search_result')
      const cited = documents.filter(({ block }) => object(block['citations'])['enabled'] === true)
      const bare = documents.find(({ block }) => object(block['citations'])['enabled'] !== true)
      if (cited.length > 0 && bare)
        yield { path: bare.at, message: 'messages: citations must be enabled on all documents of a request, or on none of them' }
      if (cited.length > 0 && says(object(asked.body['output_config'])['format']))
        yield { path: cited[0]?.at ?? '', message: 'output_config.format cannot be used together with citations.' }
    },
  },
]

interface Mark {
  readonly at: Pointer
  readonly block: JsonObject
  readonly mark: JsonObject
}

/** The cache marks in the vendor's reading order, with the automatic one at the end. */
function marksOf(asked: Judged): readonly Mark[] {
  const { body } = asked
  const blocks = [
    ...objects(body['tools']).map(([i, block]) => ({ at: `/tools/${i}` as const, block })),
    ...objects(body['system']).map(([i, block]) => ({ at: `/system/${i}` as const, block })),
    ...blocksOf(asked),
    { at: '' as const, block: body },
  ]
  return blocks.flatMap(({ at, block }) => {
    const mark = block['cache_control']
    return isJsonObject(mark) ? [{ at, block, mark }] : []
  })
}
