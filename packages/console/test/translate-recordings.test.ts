import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chat } from '@interlingua/chat/edge'
import { contents } from '@interlingua/contents/edge'
import { type Context, defaultLimits, defaultPolicy, isInterlinguaError, isJsonObject, type JsonObject, type Json } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { messages } from '@interlingua/messages/edge'
import { responses } from '@interlingua/responses/edge'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import type { TranslatedDocument } from '../src/api/index.ts'
import { valueAt } from '../src/translate/canonical-places.ts'
import { translateClientRequest, translateUpstreamAnswer, type TranslationWay } from '../src/translate/translate-document.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))
const edges: Readonly<Record<string, FormatEdge>> = { messages, chat, responses, contents }
const ids = Object.keys(edges)
const pairs = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to] as const))
const wanted = 20

function contextOf(_: FormatEdge, onNotice: Context['onNotice']): Context {
  let ids = 0
  return { onNotice, newId: (prefix) => `${prefix}${ids++}`, now: () => 0, limits: defaultLimits, policy: defaultPolicy, dialect: {} }
}

/** Bodies of a format's recorded requests, or good answers, every so many of all, so that all kinds are among them. */
function bodiesOf(format: string, side: 'request' | 'response'): readonly { readonly name: string; readonly body: JsonObject }[] {
  const names = existsSync(corpus + format) ? readdirSync(corpus + format).toSorted() : []
  const found = names.flatMap((name) => {
    const exchange = JSON.parse(readFileSync(`${corpus}${format}/${name}`, 'utf8')) as { readonly status?: number } & Record<
      typeof side,
      Json | undefined
    > // a recording
    const body = exchange[side]
    return isJsonObject(body) && (exchange.status ?? 200) === 200 ? [{ name, body }] : []
  })
  const step = Math.max(1, Math.floor(found.length / (3 * wanted)))
  return found.filter((_, index) => index % step === 0)
}

/** Problems of a document: pointers that lead nowhere, and losses that stand elsewhere than where they are marked. */
function problemsOf(source: unknown, document: TranslatedDocument): readonly string[] {
  const { canonical, target, links, notices } = document
  const problems: string[] = []
  const check = (what: string, whole: unknown, pointer: string): void => {
    if (valueAt(whole, pointer) === undefined) problems.push(`${what} ${pointer}`)
  }
  for (const [from, middle, to] of links) {
    check('source', source, from)
    check('canonical', canonical, middle)
    check('target', target, to)
  }
  for (const notice of notices) {
    check(`${notice.code} source`, source, notice.source)
    check(`${notice.code} canonical`, canonical, notice.canonical)
    check(`${notice.code} target`, target, notice.target)
    // The mark is at the place itself, unless the notice tells of a member that is missing.
    if (notice.source !== notice.path && valueAt(source, notice.path) !== undefined)
      problems.push(`${notice.code} is marked at ${notice.source}`)
    const partners = links.filter(([from]) => from === notice.path)
    if (partners.length > 0 && !partners.some(([, , to]) => to === notice.target))
      problems.push(`${notice.code} is marked at ${notice.target}`)
  }
  return problems
}

function share(links: TranslatedDocument['links']): { readonly linked: number; readonly all: number } {
  const nodes = links.filter(([source]) => source.split('/').length > 2)
  return { linked: nodes.filter(([, , target]) => target !== '').length, all: nodes.length }
}

describeRecordings('documents of real exchanges', corpus, () => {
  test.each(pairs)('requests of %s for %s are marked where they lose something, on all sides', (from, to) => {
    const way: TranslationWay = { from: edges[from] as FormatEdge, to: edges[to] as FormatEdge, contextOf } // both are in the table
    let translated = 0
    let [linked, all] = [0, 0]
    for (const { name, body } of bodiesOf(from, 'request')) {
      if (translated === wanted) break
      let document: TranslatedDocument
      try {
        document = translateClientRequest(body, way)
      } catch (error) {
        if (isInterlinguaError(error)) continue
        throw error
      }
      translated++
      expect([name, problemsOf(body, document)]).toEqual([name, []])
      const counted = share(document.links)
      linked += counted.linked
      all += counted.all
    }
    expect(translated).toBe(wanted)
    expect(linked / all).toBeGreaterThan(0.9)
  })

  test.each(pairs)('answers of %s for %s are marked likewise', (to, from) => {
    const way: TranslationWay = { from: edges[from] as FormatEdge, to: edges[to] as FormatEdge, contextOf } // both are in the table
    let translated = 0
    for (const { name, body } of bodiesOf(to, 'response')) {
      if (translated === wanted) break
      let document: TranslatedDocument
      try {
        document = translateUpstreamAnswer(body, undefined, way)
      } catch (error) {
        if (isInterlinguaError(error)) continue
        throw error
      }
      translated++
      expect([name, problemsOf(body, document)]).toEqual([name, []])
    }
    expect(translated).toBeGreaterThan(0)
  })
})
