import { formats } from '../formats/formats.ts'
import type { Answer, FormatId } from '../formats/gist.ts'
import { faultsOf } from '../grammar/grammar.ts'
import { isObject } from '../json/access.ts'
import { tryJson } from '../json/parse-json.ts'
import { judge } from '../judges/judge.ts'
import { defaultModels, type Profile } from '../profiles/profile.ts'
import { writeStep, type Before } from './write-step.ts'
import type { ClientExpected, Permutation, Reply } from './case.ts'
import { checkAll } from './check-all.ts'
import { checkArrival, checkReceived, excuseArguments, forFormat, refusalOf } from './check-expected.ts'
import { checkLosses } from './check-losses.ts'
import { countOf } from './count-of.ts'
import { curlOf } from './curl.ts'
import { disclosuresOf } from './disclosures.ts'
import type { Exchanged, RunContext, Runner } from './exchanged.ts'
import type { Sent } from './http-client.ts'
import { axisOf, verdicts, worst, type Check, type Result, type Wire } from './outcome.ts'
import { readReceived } from './read-received.ts'
import { scriptAnswer, sweepOf, type AnswerPlan } from './script-answer.ts'
import type { Arrival } from './upstream-server.ts'
import { fillIn } from './variables.ts'

/** Runs a case in one direction. */
export async function runPermutation(permutation: Permutation, context: RunContext): Promise<Result> {
  const { case: given, from, to, stream, front, name } = permutation
  const began = performance.now()
  const nonce = nonceOf(`${context.seed} ${name}`)
  const runner = openRunner(permutation, context, nonce)
  const model = runner.upstreamModel
  const filled = { ...permutation, case: { ...given, expect: fillIn(given.expect ?? {}, { nonce, model }) } }
  const axis = axisOf(given.id)
  let checks: readonly Check[]
  try {
    checks = await runSteps(filled, context, runner)
  } finally {
    runner.close()
  }
  const verdict = worst(checks.map((check) => check.verdict))
  const isGood = verdict === 'pass' || verdict === 'named'
  return {
    name,
    id: given.id,
    from,
    to: front === true ? '*' : to,
    stream,
    axis,
    verdict,
    scored: (given.status ?? 'stable') === 'stable',
    checks: checks
      .filter((check) => check.verdict !== 'pass')
      .toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict)),
    ...((!isGood || context.keepWires === true) && { wires: runner.exchanged.slice(-6).map((each) => wireOf(each)) }),
    ms: Math.round(performance.now() - began),
  }
}

function openRunner({ case: given, from, to, stream }: Permutation, context: RunContext, nonce: string): Runner {
  const { profile, gateway, key, upstream, http } = context
  const model = profile.models?.[to] ?? defaultModels[to]
  const upstreamModel = upstream === undefined ? model : (profile.upstreamModels?.[to] ?? defaultModels[to])
  const arrivals: Arrival[] = []
  const exchanged: Exchanged[] = []
  let plan: AnswerPlan = { reply: {}, model: upstreamModel }
  let sent: string[] = []
  let pieceTimes: number[] = []
  const session = {
    arrivals,
    answer: (arrival: Arrival) => {
      const answer = scriptAnswer(arrival, plan)
      sent.push(Buffer.concat(answer.pieces.map(({ bytes }) => bytes)).toString())
      return { ...answer, onPiece: () => void pieceTimes.push(performance.now()) }
    },
  }
  const close = upstream?.open(nonce, session)
  const hasNonce = JSON.stringify(given.client).includes('$NONCE') || given.client.some(({ generate }) => generate !== undefined)
  if (!hasNonce) upstream?.adopt(session)
  return {
    exchanged,
    upstreamModel,
    close() {
      close?.()
      if (!hasNonce) upstream?.adopt(undefined)
    },
    async send(step, reply, { before, cutAt, n = 0, sdk = true } = {}) {
      plan = { reply: fillIn(reply ?? {}, { nonce, model: upstreamModel }), model: upstreamModel, ...(cutAt !== undefined && { cutAt }) }
      const filled = fillIn(step, { nonce, model })
      const built = writeStep(filled, from, model, stream, before, n)
      const request = { ...built, body: built.body.replaceAll('$NONCE', nonce).replaceAll('"$STREAM"', String(stream)) }
      const toSend: Sent = {
        url: `${gateway}${profile.base?.[from] ?? ''}${request.path}`,
        method: request.method,
        headers: {
          ...(request.method === 'POST' && { 'content-type': 'application/json' }),
          ...formats[from].auth(key),
          ...request.headers,
          ...profile.headers,
          ...(upstream !== undefined && headersTo(profile, to, upstream.port)),
          ...filled.headers,
        },
        ...(request.method === 'POST' && { body: request.body }),
      }
      for (let attempt = 0; ; attempt++) {
        const first = arrivals.length
        sent = []
        pieceTimes = []
        const limits = {
          timeoutMs: given.slow === true ? Math.max(context.timeoutMs, 45_000) : context.timeoutMs,
          ...(step.leave !== undefined && { leave: step.leave }),
        }
        const received = await http.send(toSend, limits)
        const own = arrivals.slice(first)
        // A circuit that opened before must not count against this case.
        if (received.status === 503 && own.length === 0 && request.kind === 'generate' && attempt < 4) {
          await new Promise((resolve) => void setTimeout(resolve, 500))
          continue
        }
        const read = readReceived(received, from)
        const disclosures = disclosuresOf(profile, received, read)
        const isJudged = sdk && request.kind === 'generate' && (read.end === 'complete' || read.end === 'incomplete')
        const judgement = isJudged ? await judge(from, received.body, read.isStream) : undefined
        const done: Exchanged = {
          step,
          request,
          received,
          read,
          arrivals: own,
          upstreamSent: sent,
          pieceTimes,
          disclosures,
          ...(judgement !== undefined && { judgement }),
        }
        exchanged.push(done)
        return done
      }
    },
  }
}

function headersTo(profile: Profile, to: FormatId, port: number): Readonly<Record<string, string>> {
  const given = Object.entries(profile.headersTo?.[to] ?? {})
  return Object.fromEntries(given.map(([name, value]) => [name, value.replace(/^U\b/, `http://127.0.0.1:${port}`)]))
}

async function runSteps(permutation: Permutation, context: RunContext, runner: Runner): Promise<readonly Check[]> {
  const { case: given, from, to } = permutation
  const checks: Check[] = []
  const growth = given.expect?.all?.growth
  if (growth !== undefined) return checkAll(permutation, context, runner, [])
  const replies = given.upstream ?? []
  const reply = (index: number): Reply | undefined => ('each' in replies ? replies.each : replies[index])
  let place = 0
  let before: Before | undefined
  for (const [index, step] of given.client.entries()) {
    const goesUp = (step.method ?? 'POST') === 'POST'
    const current = goesUp ? reply(place) : undefined
    const id = given.client.length === 1 ? 'client' : `client ${index}`
    const expected = given.expect?.client?.[index] ?? {}
    if (current?.delivery?.cut?.after === 'sweep') {
      const model = runner.upstreamModel
      for (const cutAt of sweepOf(current, to, model, context.fullSweep)) {
        const done = await runner.send(step, current, { cutAt, sdk: false })
        const wrong = checkReceived(expected, done.received, done.read, from, `cut at ${cutAt}`, done.disclosures)
        checks.push(...wrong)
        if (wrong.some(({ verdict }) => verdict === 'hang' || verdict === 'crash')) return checks
      }
      continue
    }
    const done = await runner.send(step, current, { before, sdk: expected.sdk !== 'any' })
    if (done.read.end === 'crash' || done.read.end === 'hang')
      return [...checks, ...checkReceived(expected, done.received, done.read, from, id, [])]
    checks.push(...checkStep(permutation, done, expected, id, place, given.client.length))
    if (done.request.kind !== 'other') place++
    before = { answer: done.read.answer, turn: done.judgement?.turn }
    const isOver = done.received.status >= 400 && done.arrivals.length === 0 && expected.status === undefined
    if (isOver || checks.some(({ verdict }) => verdict === 'refused' || verdict === 'blocked')) return checks
  }
  return [...checks, ...(await checkAll(permutation, context, runner, runner.exchanged))]
}

function checkStep(
  { case: given, from, to, stream, front }: Permutation,
  done: Exchanged,
  clientExpected: ClientExpected,
  id: string,
  place: number,
  steps: number,
): readonly Check[] {
  const { read, received, arrivals, disclosures, judgement } = done
  const refusal = refusalOf(read, received, arrivals.length)
  const expected = forFormat(clientExpected, from)
  if (
    (received.status === 503 || (front === true && received.status === 429)) &&
    arrivals.length === 0 &&
    expected.status === undefined &&
    given.expect?.client !== undefined &&
    expected.end !== 'refused' &&
    done.request.kind === 'generate'
  )
    return [{ id, verdict: 'blocked', got: received.body.slice(0, 500) }]
  const isPlain = refusal !== undefined && expected.status === undefined && expected.end === undefined
  if (refusal !== undefined && given.loss !== undefined && isPlain)
    return checkLosses(given.loss, { from, to, target: undefined, source: tryJson(done.request.body), disclosures, refusal })
  const upstreamExpected = front === true || done.request.kind === 'other' ? undefined : given.expect?.upstream?.[place]
  if (isPlain) {
    const told = [...(expected.told ?? []), ...(upstreamExpected?.told ?? [])].some((word) => refusal.includes(word))
    // A refusal that says why is all that can be done where no format has a word for it.
    const isAll = told && upstreamExpected?.cannot?.includes(to) === true
    return [{ id: `${id}: refused`, verdict: isAll ? 'pass' : told ? 'refused' : 'wrong', expected: 'an answer', got: refusal }]
  }
  let checks: readonly Check[] = checkReceived(clientExpected, received, read, from, id, disclosures)
  if (expected.grammar === true && received.status < 400)
    checks = [
      ...checks,
      ...[...faultsOf(from, received.body, received.headers['content-type'] ?? '', stream), ...callFaults(read.answer)].map(
        (fault): Check => {
          return { id: `${id}: grammar`, verdict: 'wrong', expected: 'an answer of its format', got: fault }
        },
      ),
    ]
  if (done.request.kind === 'count') checks = [...checks, ...checkCount(expected, done, id)]
  // A request that nothing is expected of must not be refused.
  const isUnexpected = received.status >= 400 && expected.status === undefined && expected.end === undefined && expected.error === undefined
  if (isUnexpected)
    checks = [
      ...checks,
      { id: `${id}: status`, verdict: 'wrong', expected: 'success', got: `${received.status} ${received.body.slice(0, 500)}` },
    ]
  const expectsEnd =
    expected.end === undefined && expected.status === undefined && done.request.kind === 'generate' && expected.error === undefined
  if (expectsEnd && !isUnexpected && read.end !== 'complete' && read.end !== 'incomplete')
    checks = [...checks, { id: `${id}: end`, verdict: read.end === 'unsaid' ? 'unsaid end' : 'wrong', expected: 'an end', got: read.end }]
  if (judgement?.folded === false)
    checks = [...checks, { id: `${id}: the vendor’s SDK`, verdict: 'wrong', expected: 'folds', got: judgement.error ?? '' }]
  const upId = steps === 1 ? 'upstream' : `upstream ${place}`
  if (upstreamExpected !== undefined) checks = [...checks, ...checkArrival(upstreamExpected, arrivals.at(-1), upId, disclosures, from)]
  else if (done.request.kind === 'generate' && arrivals.length > 0)
    checks = [...checks, ...checkArrival({}, arrivals.at(-1), upId, disclosures, from)]
  if (given.loss?.some(({ at }) => at === 'args') === true) checks = excuseArguments(checks, disclosures)
  const losses = (given.loss ?? []).filter(({ at }) => at !== 'args')
  if (losses.length > 0)
    checks = [
      ...checks,
      ...checkLosses(losses, {
        from,
        to,
        target: arrivals.at(-1)?.json,
        source: tryJson(done.request.body),
        disclosures,
        refusal: undefined,
      }),
    ]
  return checks
}

/** Calls whose arguments are no object of JSON. */
function callFaults({ items }: Answer): readonly string[] {
  return items.flatMap((item) =>
    item.kind === 'call' && !isObject(tryJson(item.args)) ? [`the arguments of ${item.name} are no object: ${item.args}`] : [],
  )
}

function checkCount(expected: ClientExpected, { read }: Exchanged, id: string): readonly Check[] {
  if (expected.count === undefined) return []
  const count = countOf(read)
  return count !== undefined && count > 0 ? [] : [{ id: `${id}: count`, verdict: 'wrong', expected: expected.count, got: String(count) }]
}

function wireOf({ request, received, arrivals, upstreamSent }: Exchanged): Wire {
  const { sent } = received
  const head = `${sent.method} ${request.path}`
  return {
    clientSent: clip(`${head}\n${sent.body ?? ''}`),
    upstreamGot: arrivals.slice(-2).map(({ path, body }) => clip(`POST ${path}\n${body}`)),
    upstreamSent: upstreamSent.slice(-2).map((text) => clip(text)),
    clientGot: clip(`${received.status} ${received.headers['content-type'] ?? ''} (${received.end})\n${received.body}`),
    curl: curlOf(sent),
  }
}

function clip(text: string): string {
  return text.length <= 16_384 ? text : `${text.slice(0, 16_384)}… (${text.length} characters)`
}

/** A word that no other permutation has, equal in each run. */
function nonceOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const sign of text) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return `nonce-${hash.toString(36)}-end`
}
