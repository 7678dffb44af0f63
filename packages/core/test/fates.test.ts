import { describe, expect, test } from 'vitest'
import { fates, textBase, type FateTables } from '@interlingua/core/adapter'

type Code = 'top-k' | 'seed' | 'part'

/** Smallest tables with each kind of entry: a field, a table of tables, a part that may be reported as a whole. */
interface Tables<C extends string> {
  readonly sampling: { readonly topK: 'carried' | C; readonly topP: 'carried' | C; readonly seed: 'carried' | C }
  readonly turn: { readonly parts: 'carried' | C }
  readonly tools: { readonly custom: { readonly name: 'carried' | C; readonly grammar: 'carried' | C } }
  readonly parts: { readonly text: { readonly text: 'carried' | C; readonly seal: 'carried' | C } | C }
}

const base = {
  sampling: { topP: 'carried' },
  turn: { parts: 'carried' },
  tools: { custom: { name: 'carried' } },
  parts: { text: { text: 'carried' } },
} as const

const own = {
  sampling: { topK: 'top-k', seed: 'carried' },
  tools: { custom: { grammar: 'part' } },
  parts: { text: { seal: 'carried' } },
} as const

describe('tables of an adapter', () => {
  test('hold what the base says, and what the adapter says', () => {
    expect(fates<Tables<Code>>()(base, own)).toEqual({
      sampling: { topP: 'carried', topK: 'top-k', seed: 'carried' },
      turn: { parts: 'carried' },
      tools: { custom: { name: 'carried', grammar: 'part' } },
      parts: { text: { text: 'carried', seal: 'carried' } },
    })
  })

  test('the adapter may decide otherwise than the base, also by reporting a part as a whole', () => {
    const tables = fates<Tables<Code>>()(base, { ...own, sampling: { ...own.sampling, topP: 'seed' }, parts: { text: 'part' } })
    expect(tables.sampling).toEqual({ topP: 'seed', topK: 'top-k', seed: 'carried' })
    expect(tables.parts).toEqual({ text: 'part' })
  })

  test('neither the base nor what is the adapter’s own is changed', () => {
    const before = structuredClone([base, own])
    fates<Tables<Code>>()(base, { ...own, turn: { parts: 'part' } })
    expect([base, own]).toEqual(before)
  })
})

/** Held by the type check of this file: each line without its error fails it. */
export const refused = [
  // @ts-expect-error a field that the base does not decide has no fate
  () => fates<Tables<Code>>()(base, { ...own, sampling: { topK: 'top-k' } }),
  // @ts-expect-error a table that the base does not decide is missing
  () => fates<Tables<Code>>()(base, { sampling: own.sampling, parts: own.parts }),
  // @ts-expect-error a part is the adapter's own decision, also where nothing but its fields is left
  () => fates<Tables<Code>>()({ ...base, parts: { text: { text: 'carried', seal: 'carried' } } }, { ...own, parts: {} }),
  // @ts-expect-error a code that is not declared
  () => fates<Tables<Code>>()(base, { ...own, sampling: { topK: 'nope', seed: 'carried' } }),
  // @ts-expect-error a code that is not declared, for a part
  () => fates<Tables<Code>>()(base, { ...own, parts: { text: 'nope' } }),
  // @ts-expect-error there is no such field
  () => fates<Tables<Code>>()(base, { ...own, turn: { parts: 'carried', items: 'carried' } }),
  // @ts-expect-error a base carries, it does not report
  () => fates<Tables<Code>>()({ ...base, turn: { parts: 'part' } }, own),
]

/** A field that became canonical today: each adapter stops compiling. */
interface Grown<C extends string> extends FateTables<C> {
  readonly sampling: FateTables<C>['sampling'] & { readonly minP: 'carried' | C }
}
export const grown = {
  // @ts-expect-error `minP` has no fate
  today: (tables: FateTables<Code>) => fates<Grown<Code>>()(textBase, tables),
  chosen: (tables: FateTables<Code>) => fates<Grown<Code>>()(textBase, { ...tables, sampling: { ...tables.sampling, minP: 'carried' } }),
}

test('a field is in the base of text formats only after each of them carried it of its own choice', () => {
  const fields = (table: object, path: string): readonly string[] =>
    Object.entries(table).flatMap(([key, fate]) =>
      typeof fate === 'object' && fate !== null ? fields(fate, `${path}${key}.`) : [path + key],
    )
  // Fields that all four formats carried when the base was made. A new line here needs a release in which each adapter had the field in its
  // own table.
  expect(fields(textBase, '').toSorted()).toEqual(carriedByAll.toSorted())
})

const carriedByAll = Object.entries({
  request: 'model turns tools toolChoice output sampling reasoning cache state serviceTier stream',
  turn: 'author authority changes parts items',
  item: 'id',
  output: 'maxTokens format',
  sampling: 'temperature topP',
  reasoning: 'mode effort budgetTokens summary',
  toolChoice: 'mode only',
  'tools.function': 'name description deferred schema strict',
  'tools.custom': 'name description deferred',
  'tools.builtin': 'name deferred family version runsOn format config',
  'parts.text': 'itemId text citations',
  'parts.media': 'itemId kind source',
  'parts.document': 'itemId cache source',
  'parts.reasoning': 'itemId seal segments redacted',
  'parts.tool-call': 'itemId callId name namespace kind arguments',
  'parts.tool-result': 'itemId callId name isError parts structured',
  'parts.refusal': 'itemId text',
  'parts.opaque': 'itemId format wire',
  'parts.hosted-call': 'itemId callId family server name arguments status',
  'parts.hosted-result': 'itemId callId isError errorCode parts',
  citation: 'source uri fileId title',
  response: 'id model createdAt status candidates usage failure serviceTier',
  candidate: 'index parts items finish',
  finish: 'unified raw',
  usage: 'input output requests extra raw',
  inputUsage: 'total fresh cacheRead cacheWrite cacheWriteByTtl toolUse',
  outputUsage: 'total reasoning',
}).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))
