import { isJsonObject, type Json, type JsonObject, type Pointer, pointer } from '@interlingua/core'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'

/** Watch over the prompts of conversations: a prompt cache helps only where each request begins with the one before. */
export interface PrefixWatch {
  /**
   * Looks at a request of a conversation as its upstream gets it. Returns the first place in which it differs from the one before, once for each
   * conversation; undefined where it begins with that, or there was none.
   */
  look(conversation: string, body: JsonObject): Pointer | undefined
}

/** Members in front of the conversation, in the order in which caches read them; then those that grow with it. */
const heads = ['tools', 'system', 'instructions', 'systemInstruction', 'system_instruction'] as const
const growing = ['messages', 'input', 'contents'] as const

/** Conversations and blocks that are remembered, and milliseconds after which a conversation is forgotten. */
const mostConversations = 10_000
const mostBlocks = 500_000
const lifetime = 30 * 60_000

/** Marks of caches, which move on with the conversation. */
const marks: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint'])

interface Known {
  /** Digests of the blocks in front, by member. */
  readonly head: ReadonlyMap<string, readonly string[]>
  readonly blocks: readonly string[]
  readonly reported: boolean
}

export function watchPrefixes(): PrefixWatch {
  const known = new LRUCache<string, Known>({
    max: mostConversations,
    maxSize: mostBlocks,
    sizeCalculation: ({ head, blocks }) => [...head.values()].reduce((sum, { length }) => sum + length, blocks.length + 1),
    ttl: lifetime,
    ttlResolution: 1000,
  })
  return {
    look(conversation, body) {
      const list = growing.find((key) => Array.isArray(body[key]))
      if (list === undefined) return undefined
      const blocks = digestsOf(body[list], longText)
      const first = blocks[beginningOf(body[list])]
      if (first === undefined) return undefined
      const head = new Map(heads.flatMap((key) => (body[key] === undefined ? [] : [[key, digestsOf(body[key], Infinity)] as const])))
      // Another beginning is another conversation: agents ask beside the one that they are in.
      const key = `${conversation} ${first}`
      const before = known.get(key)
      const place = before && placeOfChange(before, head, list, blocks)
      known.set(key, { head, blocks, reported: before?.reported === true || place !== undefined })
      return before?.reported === true ? undefined : place
    },
  }
}

/** Index of the first block that is no instruction, since instructions of a conversation may change. */
function beginningOf(list: Json | undefined): number {
  const blocks: readonly Json[] = Array.isArray(list) ? (list as readonly Json[]) : [] // an array of JSON holds JSON
  const at = blocks.findIndex((block) => !isJsonObject(block) || (block['role'] !== 'system' && block['role'] !== 'developer'))
  return Math.max(at, 0)
}

function placeOfChange(before: Known, head: Known['head'], list: string, blocks: readonly string[]): Pointer | undefined {
  for (const key of heads) {
    const [old = [], now = []] = [before.head.get(key), head.get(key)]
    const at = now.findIndex((digest, index) => digest !== old[index])
    if (at !== -1) return pointer('', key, at)
    if (now.length !== old.length) return pointer('', key, now.length)
  }
  // A shorter one was compacted, or goes on from an earlier place.
  if (blocks.length < before.blocks.length) return undefined
  const at = before.blocks.findIndex((digest, index) => digest !== blocks[index])
  return at === -1 ? undefined : pointer('', list, at)
}

function digestsOf(value: Json | undefined, most: number): readonly string[] {
  const blocks: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value] // an array of JSON holds JSON
  return blocks.map((block) => {
    const pieces: string[] = []
    addPieces(block, most, pieces)
    return hash('sha1', pieces.join('\0'), 'base64').slice(0, 12)
  })
}

/** Characters of a text of the conversation up to which all of it is compared; of a longer one the length and both ends, which costs less. */
const longText = 512
const endOfText = 128

/** Adds all that a value says, without the marks of caches. */
function addPieces(value: Json | undefined, most: number, into: string[]): void {
  if (typeof value === 'string') {
    if (value.length <= most) into.push(value)
    else into.push(String(value.length), value.slice(0, endOfText), value.slice(-endOfText))
  } else if (Array.isArray(value)) {
    into.push('[')
    for (const each of value as readonly Json[]) addPieces(each, most, into) // an array of JSON holds JSON
    into.push(']')
  } else if (isJsonObject(value)) {
    into.push('{')
    for (const key in value) {
      if (marks.has(key)) continue
      into.push(key)
      addPieces(value[key], most, into)
    }
    into.push('}')
  } else into.push(String(value))
}
