import type { Context, GenerateAdapter, GenerateRequest, JsonObject, Notice, Turn } from '@interlingua/core'
import { answerTranslation, lawExactNotices, lawReusedIds, lawSiblings, lawStablePrefix, requestTranslation } from '@interlingua/testkit'
import type { LoopStep, Translation, Violation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../src/answer-of.ts'
import type { FormatId } from '../src/format-id.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { requestsOf } from '../src/growing-session.ts'
import type { Session } from '../src/growing-session.ts'
import { loopReaders } from '../src/loop-readers.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { requestDocument } from '../src/request-document.ts'

/** Adapter with changed notices for its output. */
function telling(adapter: GenerateAdapter, report: (notice: Notice) => readonly Notice[]): GenerateAdapter {
  const change = (context: Context): Context => ({
    ...context,
    onNotice: (notice) => report(notice).forEach((told) => context.onNotice(told)),
  })
  return {
    ...adapter,
    lowerRequest: (request, context) => adapter.lowerRequest(request, change(context)),
    encodeRequest: (request, context) => adapter.encodeRequest(request, change(context)),
    encodeResponse: (response, context, asked) => adapter.encodeResponse(response, change(context), asked),
  }
}

const above = (path: Notice['path']): Notice['path'] => path.slice(0, path.lastIndexOf('/')) as Notice['path'] // a pointer to what holds it

describe.each(formatIds)('exact notices, to %s', (to) => {
  const { documents } = formats[to]
  /** Violations in all examples of the other formats, for requests or responses. */
  const found = (target: GenerateAdapter): Readonly<Record<'request' | 'answer', readonly Violation[]>> => {
    const judged = (what: 'request' | 'answer') =>
      othersOf(to).flatMap((from) => {
        const pair = { ...pairOf(from, to), target }
        const { headers, inertRequest, inertIn, inertAnswer } = formats[from]
        const translate: Translation = what === 'request' ? requestTranslation(pair, headers) : answerTranslation(pair)
        return ownCorpus(from)
          .slice(0, 12)
          .flatMap((recording) => {
            const document = what === 'request' ? requestDocument(recording, from) : answerOf(recording, from)
            if (document === undefined) return []
            const inert = what === 'request' ? [...inertRequest, ...(inertIn?.(document) ?? [])] : inertAnswer
            return lawExactNotices(what, translate, document, { inert, leaves: 40 })
          })
      })
    return { request: judged('request'), answer: judged('answer') }
  }
  const sound = found(documents)
  const more = (broken: GenerateAdapter, says: RegExp): readonly boolean[] => {
    const count = (list: readonly Violation[]) => list.filter(({ message }) => says.test(message)).length
    const spoilt = found(broken)
    return [count(spoilt.request) > count(sound.request), count(spoilt.answer) > count(sound.answer)]
  }

  test('a writer that says everything twice', () => {
    expect(
      more(
        telling(documents, (notice) => [notice, notice]),
        /given twice/,
      ),
    ).toEqual([true, true])
  })

  test('a writer that names what holds the thing that is gone', () => {
    const coarse = telling(documents, (notice) => [{ ...notice, kind: 'dropped', path: above(notice.path) }])
    expect(more(coarse, /which is there/)).toEqual([true, true])
  })

  test('a writer that calls changed, without harm, what is gone', () => {
    const soft = telling(documents, (notice) => [notice.kind === 'dropped' ? { ...notice, kind: 'approximated', benign: true } : notice])
    expect(more(soft, /is gone, and only/)).toEqual([true, true])
  })
})

describe.each(formatIds)('unknown keys of requests, to %s', (to) => {
  const found = (source: GenerateAdapter, target: GenerateAdapter, from: FormatId): readonly Violation[] =>
    ownCorpus(from).flatMap((recording) => {
      const body = requestDocument(recording, from)
      if (body === undefined) return []
      return lawSiblings('request', requestTranslation({ ...pairOf(from, to), source, target }, formats[from].headers), body, {
        carried: from === to,
        skipped: (path) => path !== '',
      })
    })
  const deaf = (adapter: GenerateAdapter): GenerateAdapter => ({
    ...adapter,
    decodeRequest: (message, context) => {
      const { extensions: _, ...request } = adapter.decodeRequest(message, context)
      return request
    },
  })

  test.each(formatIds)('a reader of %s that forgets what it does not model', (from) => {
    const [source, target] = [formats[from].documents, formats[to].documents]
    expect(found(source, target, from)).toEqual([])
    expect(found(deaf(source), target, from)).not.toEqual([])
  })

  test.each(othersOf(to))('a writer that names nothing of %s', (from) => {
    const target = telling(formats[to].documents, () => [])
    expect(found(formats[from].documents, target, from)).not.toEqual([])
  })
})

describe.each(formatIds)('ids that come again, to %s', (to) => {
  const steps: readonly LoopStep[] = [
    { ids: ['0'], order: [0] },
    { ids: ['0'], order: [0] },
  ]
  const { documents } = formats[to]
  const lowering = (change: (turns: readonly Turn[]) => readonly Turn[]): GenerateAdapter => ({
    ...documents,
    lowerRequest: (request, context) => documents.lowerRequest({ ...request, turns: change(request.turns) }, context),
  })

  test('a lowering that leaves the later call of an id out', () => {
    const forgets = lowering((turns) => {
      const seen = new Set<string>()
      return turns.map((turn) => ({
        ...turn,
        parts: turn.parts.filter((part) => part.type !== 'tool-call' || (!seen.has(part.callId) && seen.add(part.callId))),
      }))
    })
    expect(lawReusedIds(documents, steps, loopReaders[to])).toEqual([])
    expect(lawReusedIds(forgets, steps, loopReaders[to])).not.toEqual([])
  })

  test('a lowering that gives each call the result that came last for its id', () => {
    const muddles = lowering((turns) => {
      const last = new Map<string, Turn['parts'][number]>()
      for (const part of turns.flatMap(({ parts }) => parts)) if (part.type === 'tool-result') last.set(part.callId, part)
      return turns.map((turn) => ({
        ...turn,
        parts: turn.parts.map((part) => (part.type === 'tool-result' ? (last.get(part.callId) ?? part) : part)),
      }))
    })
    expect(lawReusedIds(muddles, steps, loopReaders[to])).not.toEqual([])
  })
})

describe.each(formatIds)('a stable prefix, at %s', (to) => {
  const session: Session = {
    rounds: [
      { note: false, image: false, steps: [{ thinks: false, speaks: true, calls: 1, reminder: false }] },
      { note: false, image: false, steps: [] },
    ],
    marks: 0,
    ids: 'unique',
  }
  const { documents } = formats[to]
  const sent = (target: GenerateAdapter): readonly JsonObject[] =>
    othersOf(to).flatMap((from) => {
      const translate = requestTranslation({ ...pairOf(from, to), target }, formats[from].headers)
      return requestsOf(from, session, false).map((body) => {
        const done = translate(body)
        if (done.type === 'refused') throw new Error(done.message)
        return done.output as JsonObject // a request is an object
      })
    })
  const perClient = (requests: readonly JsonObject[]): readonly Violation[] => {
    const each = requests.length / othersOf(to).length
    return othersOf(to).flatMap((_, n) => lawStablePrefix(to, requests.slice(n * each, (n + 1) * each)))
  }
  const lowering = (change: (request: GenerateRequest) => GenerateRequest): GenerateAdapter => ({
    ...documents,
    lowerRequest: (request, context) => documents.lowerRequest(change(request), context),
  })

  test('a lowering that says of the last turn that it is the last', () => {
    const ends = lowering((request) => ({
      ...request,
      turns: request.turns.map((turn, n) =>
        n === request.turns.length - 1 ? { ...turn, parts: [...turn.parts, { type: 'text', text: 'This is the last.' }] } : turn,
      ),
    }))
    expect(perClient(sent(documents))).toEqual([])
    expect(perClient(sent(ends))).not.toEqual([])
  })

  test('a lowering that counts the turns in what stands first', () => {
    const counts = lowering((request) => ({
      ...request,
      turns: request.turns.map((turn, n) =>
        n === 0 ? { ...turn, parts: [{ type: 'text', text: `${request.turns.length} turns.` }, ...turn.parts] } : turn,
      ),
    }))
    expect(perClient(sent(counts))).not.toEqual([])
  })
})
