import { formatJson } from '../json/format-json.ts'
import { at, items, text } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import { defaultModels } from '../profiles/profile.ts'
import type { Permutation } from './case.ts'
import { breakOf } from './check-prefix.ts'
import { countOf } from './count-of.ts'
import type { Check } from './outcome.ts'
import type { Exchanged, RunContext, Runner } from './exchanged.ts'

/** Checks of relations over all steps of a case. */
export async function checkAll(
  permutation: Permutation,
  context: RunContext,
  runner: Runner,
  done: readonly Exchanged[],
): Promise<readonly Check[]> {
  const { case: given, to, from } = permutation
  const all = given.expect?.all
  const checks: Check[] = []
  const arrivals = done.flatMap((each) => each.arrivals.at(-1) ?? [])
  if (all?.prefix !== undefined)
    for (const [index, arrival] of arrivals.entries()) {
      const next = arrivals[index + 1]
      const found = next === undefined ? undefined : breakOf(arrival.json, next.json, to, all.prefix.ignoring)
      if (found !== undefined) checks.push({ id: `prefix of request ${index}`, verdict: 'wrong', ...found })
    }
  if (all?.equal === true && new Set(arrivals.map(({ body }) => body)).size > 1)
    checks.push({
      id: 'equal requests',
      verdict: 'wrong',
      expected: arrivals[0]?.body ?? '',
      got: arrivals.find(({ body }) => body !== arrivals[0]?.body)?.body ?? '',
    })
  if (all?.sameAnswers === true) {
    const meanings = done.map(({ read }) => JSON.stringify({ items: read.answer.items, finish: read.answer.finish }))
    const other = meanings.find((each) => each !== meanings[0])
    if (other !== undefined) checks.push({ id: 'same answers', verdict: 'wrong', expected: meanings[0] ?? '', got: other })
  }
  for (const [index, { received }] of done.entries()) {
    if (all?.within !== undefined && received.ms > all.within)
      checks.push({
        id: `client ${index}: time`,
        verdict: 'wrong',
        expected: `within ${all.within} ms`,
        got: `${Math.round(received.ms)} ms`,
      })
    if (all?.silenceAtMost !== undefined) {
      const times = [0, ...received.times.map(([ms]) => ms), received.ms]
      const gap = Math.max(...times.map((ms, place) => ms - (times[place - 1] ?? 0)))
      if (gap > all.silenceAtMost)
        checks.push({ id: 'silence', verdict: 'wrong', expected: `at most ${all.silenceAtMost} ms`, got: `${Math.round(gap)} ms` })
    }
  }
  if (all?.distinctIds === true) {
    const ids = done.map(({ read }) => idOf(read.document ?? read.frames[0]))
    if (new Set(ids).size < ids.length || ids.includes(undefined))
      checks.push({
        id: 'ids',
        verdict: 'wrong',
        expected: 'an id of its own for each answer',
        got: ids.map((id) => id ?? 'none').join(', '),
      })
  }
  if (all?.firstWithin !== undefined) checks.push(...checkFirst(all.firstWithin, done))
  if (all?.abortedWithin !== undefined) checks.push(...(await checkAbort(all.abortedWithin, done)))
  checks.push(...checkCounts(permutation, done), ...checkModels(permutation, context, done))
  if (all?.growth !== undefined) checks.push(...(await checkGrowth(permutation, runner, from)))
  return checks
}

/** Id of an answer, in a document or in the first frame of a stream. */
function idOf(answer: Json | undefined): string | undefined {
  const found = text(at(answer, 'id') ?? at(answer, 'message', 'id') ?? at(answer, 'response', 'id') ?? at(answer, 'responseId'))
  return found === '' ? undefined : found
}

/** Text of the frame that a wait follows must be at the client before the wait is over. */
function checkFirst(limit: number, done: readonly Exchanged[]): readonly Check[] {
  return done.flatMap(({ received, pieceTimes }) => {
    // The longest pause of the upstream begins behind that frame.
    const pauses = pieceTimes.map((time, index) => (pieceTimes[index + 1] ?? time) - time)
    const sentAt = (pieceTimes[pauses.indexOf(Math.max(...pauses))] ?? 0) - received.beganAt
    const bytes = received.times.findLast(([ms]) => ms <= sentAt + limit)?.[1] ?? 0
    const seen = Buffer.from(received.body).subarray(0, bytes).toString()
    return seen.includes('FIRST')
      ? []
      : [{ id: 'first delta', verdict: 'wrong' as const, expected: `within ${limit} ms`, got: `${bytes} bytes by then` }]
  })
}

async function checkAbort(limit: number, done: readonly Exchanged[]): Promise<readonly Check[]> {
  const last = done.at(-1)
  const arrival = last?.arrivals.at(-1)
  if (last === undefined || arrival === undefined) return []
  const leftAt = last.received.beganAt + last.received.ms
  while (arrival.leftAt === undefined && performance.now() - leftAt < limit + 500)
    await new Promise((resolve) => void setTimeout(resolve, 20))
  const took = arrival.leftAt === undefined ? undefined : arrival.leftAt - leftAt
  return took !== undefined && took <= limit
    ? []
    : [
        {
          id: 'abort',
          verdict: 'wrong',
          expected: `the upstream call ends within ${limit} ms`,
          got: took === undefined ? 'it goes on' : `${Math.round(took)} ms`,
        },
      ]
}

/** Counts in comparison: `> client[0].count`, `>= upstream`. */
function checkCounts({ case: given }: Permutation, done: readonly Exchanged[]): readonly Check[] {
  return done.flatMap((each, index): readonly Check[] => {
    const wanted = given.expect?.client?.[index]?.count
    const other = /^(>=?) (?:client\[(\d+)\]\.count|upstream)$/.exec(wanted ?? '')
    if (wanted === undefined || other === null) return []
    const count = countOf(each.read) ?? 0
    const least =
      other[2] === undefined
        ? Math.ceil((each.arrivals.at(-1)?.body.length ?? 0) / 4)
        : (countOf(done[Number(other[2])]?.read ?? each.read) ?? 0)
    const isMet = other[1] === '>' ? count > least : count >= least
    return isMet ? [] : [{ id: `client ${index}: count`, verdict: 'wrong', expected: `${other[1] ?? ''} ${least}`, got: String(count) }]
  })
}

/** Lists of models name the models of the map. */
function checkModels({ case: asked }: Permutation, { profile, upstream }: RunContext, done: readonly Exchanged[]): readonly Check[] {
  const given = profile.models ?? {}
  // In mode `front`, only models that were named are the gateway's.
  const models = upstream === undefined ? given : { ...defaultModels, ...given }
  return done.flatMap(({ read }, index): readonly Check[] => {
    if (asked.expect?.client?.[index]?.models === undefined) return []
    const names = [...items(at(read.document, 'data')), ...items(at(read.document, 'models'))].map((each) =>
      formatJson(at(each, 'id') ?? at(each, 'name') ?? ''),
    )
    const missing = Object.values(models).filter((model) => !names.some((each) => each.includes(model)))
    // A list in one vendor's shape may have that vendor's models only.
    return missing.length < Math.max(Object.keys(models).length, 1)
      ? []
      : [
          {
            id: `client ${index}: models`,
            verdict: 'wrong',
            expected: Object.values(models).join(', '),
            got: names.join(', ').slice(0, 500),
          },
        ]
  })
}

async function checkGrowth({ case: given }: Permutation, runner: Runner, from: string): Promise<readonly Check[]> {
  const growth = given.expect?.all?.growth
  const [step] = given.client
  if (growth === undefined || step === undefined) return []
  const replies = given.upstream ?? []
  const reply = 'each' in replies ? replies.each : replies[0]
  const best = async (n: number): Promise<number | Check> => {
    const times: number[] = []
    for (let run = 0; run < growth.best; run++) {
      const { received, read } = await runner.send(step, reply, { n, sdk: false })
      if (read.end === 'hang' || read.end === 'crash')
        return { id: `growth ${n}`, verdict: read.end, expected: 'an answer', got: received.error ?? received.end }
      // A refusal is an answer, too: it must come as fast.
      times.push(received.ms)
    }
    return Math.min(...times)
  }
  const { most } = growth
  let last = ''
  // Other work on the machine slows single runs down: what is linear shows it in one of three.
  for (let attempt = 0; attempt < 3; attempt++) {
    const [small, large] = [await best(growth.n[0]), await best(growth.n[1])]
    if (typeof small !== 'number') return [small]
    if (typeof large !== 'number') return [large]
    if (large <= most * Math.max(small, growth.floorMs)) return []
    last = `${Math.round(small)} to ${Math.round(large)} ms`
  }
  return [{ id: `growth from ${from}`, verdict: 'wrong', expected: `at most ${most} times the time`, got: last }]
}
