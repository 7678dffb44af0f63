import { formats } from '../formats/formats.ts'
import type { FormatId, Usage } from '../formats/gist.ts'
import { atPointer } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import { tryJson } from '../json/parse-json.ts'
import { sameJson } from '../json/same-json.ts'
import type { ClientExpected, End, UpstreamExpected } from './case.ts'
import { toldAt, type Disclosure } from './disclosures.ts'
import type { Received } from './http-client.ts'
import { matchGist } from './match-gist.ts'
import type { Check, Verdict } from './outcome.ts'
import type { ReadAnswer } from './read-received.ts'
import type { Arrival } from './upstream-server.ts'

/** Expectation for one format: what holds for all, and what holds for it. */
export function forFormat<T extends { readonly on?: Readonly<Partial<Record<FormatId, T>>> }>(expected: T, format: FormatId): T {
  const { on, ...rest } = expected
  return { ...rest, ...on?.[format] } as T // the members of both are those of the type
}

/** Checks what arrived at the upstream. */
export function checkArrival(
  given: UpstreamExpected,
  arrival: Arrival | undefined,
  id: string,
  disclosures: readonly Disclosure[],
  from: FormatId,
): readonly Check[] {
  if (arrival === undefined) return [{ id, verdict: 'wrong', expected: 'a request', got: 'nothing arrived at the upstream' }]
  const expected = forFormat(given, arrival.format)
  const checks: Check[] = []
  const excuse = (): Verdict => excuseOf(expected, disclosures, arrival.format)
  // In the same format, what the vendor would refuse is the caller's own.
  const broken =
    expected.refused === true || arrival.kind === 'count' || arrival.format === from ? [] : formats[arrival.format].refuses(arrival.json)
  for (const rule of broken)
    checks.push({ id: `${id}: vendor would refuse`, verdict: 'wrong', expected: 'a request that the vendor takes', got: rule })
  if (expected.gist !== undefined)
    for (const { check, expected: wanted, got } of matchGist(expected.gist, formats[arrival.format].readRequest(arrival.json)))
      checks.push({ id: `${id}: ${check}`, verdict: excuse(), expected: wanted, got })
  return [...checks, ...checkBytes(expected, arrival.body, arrival.headers, id)]
}

function checkBytes(
  expected: UpstreamExpected | ClientExpected,
  body: string,
  headers: Readonly<Record<string, string>>,
  id: string,
): readonly Check[] {
  const checks: Check[] = []
  const json = tryJson(body)
  for (const [pointer, literal] of Object.entries(expected.at ?? {})) {
    const found = atPointer(json, pointer)
    // Numbers must keep their digits, so that their texts are compared.
    if (found === undefined || !sameText(formatJson(found), literal))
      checks.push({
        id: `${id}: at ${pointer}`,
        verdict: 'wrong',
        expected: literal,
        got: found === undefined ? 'absent' : formatJson(found),
      })
  }
  for (const pointer of expected.absent ?? []) {
    const found = atPointer(json, pointer)
    if (found !== undefined) checks.push({ id: `${id}: at ${pointer}`, verdict: 'wrong', expected: 'absent', got: formatJson(found) })
  }
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const got = headers[name.toLowerCase()]
    const isMet = wanted === '*' ? got !== undefined : got === wanted
    if (!isMet) checks.push({ id: `${id}: header ${name}`, verdict: 'wrong', expected: wanted, got: got ?? 'absent' })
  }
  for (const wanted of expected.raw?.includes ?? [])
    if (!body.includes(wanted)) checks.push({ id: `${id}: bytes`, verdict: 'wrong', expected: wanted, got: body.slice(0, 2_000) })
  for (const unwanted of expected.raw?.excludes ?? [])
    if (body.includes(unwanted)) checks.push({ id: `${id}: bytes`, verdict: 'wrong', expected: `no ${unwanted}`, got: body.slice(-2_000) })
  return checks
}

function sameText(got: string, wanted: string): boolean {
  if (got === wanted) return true
  const [a, b] = [tryJson(got), tryJson(wanted)]
  return typeof a === 'object' && a !== null && b !== undefined && !/^-?\d/.test(wanted) && sameJson(a, b)
}

/** Checks what the client received. */
export function checkReceived(
  given: ClientExpected,
  received: Received,
  read: ReadAnswer,
  format: FormatId,
  id: string,
  disclosures: readonly Disclosure[],
): readonly Check[] {
  const expected = forFormat(given, format)
  const checks: Check[] = []
  const excuse = (): Verdict => excuseOf(expected, disclosures, format)
  const wrong = (check: string, wanted: unknown, got: unknown): void =>
    void checks.push({ id: `${id}: ${check}`, verdict: 'wrong', expected: show(wanted), got: show(got) })
  if (read.end === 'hang' || read.end === 'crash')
    return [{ id: `${id}: end`, verdict: read.end, expected: 'an end', got: received.error ?? received.end }]
  const statuses = list(expected.status)
  if (statuses.length > 0 && !statuses.includes(received.status)) wrong('status', statuses, received.status)
  const ends = list(expected.end)
  if (ends.length > 0 && !ends.includes(read.end)) checks.push(endCheck(ends, read, `${id}: end`, received))
  const { answer } = read
  if (expected.finish !== undefined && !list(expected.finish).some((each) => each === answer.finish))
    checks.push({ id: `${id}: finish`, verdict: excuse(), expected: show(expected.finish), got: show(answer.finish) })
  if (expected.gist !== undefined)
    for (const { check, expected: wanted, got } of matchGist(expected.gist, answer))
      checks.push({ id: `${id}: ${check}`, verdict: excuse(), expected: wanted, got })
  checks.push(...checkUsage(expected.usage, answer.usage, format, id))
  if (expected.error !== undefined) {
    const { failure } = answer
    const classes = list(expected.error.class)
    const says = expected.error.says
    // A broken connection tells no class.
    if (read.end !== 'broken') {
      if (failure === undefined) wrong('error', 'an error in the dialect of the client', received.body.slice(0, 500))
      else if (classes.length > 0 && !classes.includes(failure.class)) wrong('error class', classes, failure.class)
      else if (says !== undefined && !failure.message.includes(says)) wrong('error message', says, failure.message)
      if (read.failures > 1) wrong('errors', 'one', read.failures)
    }
  }
  const some = expected.frames?.some
  if (some !== undefined && !read.frames.some((frame) => formatJson(atPointer(frame, some.at)) === some.is))
    wrong(`frames ${some.at}`, some.is, received.body.slice(0, 2_000))
  return [...checks, ...checkBytes(expected, received.body, received.headers, id)]
}

function endCheck(ends: readonly End[], read: ReadAnswer, id: string, received: Received): Check {
  const wantsFailure = !ends.includes('complete') && !ends.includes('incomplete')
  const isWhole = read.end === 'complete' || read.end === 'incomplete'
  const verdict: Verdict = wantsFailure && isWhole ? 'false success' : read.end === 'unsaid' ? 'unsaid end' : 'wrong'
  return {
    id,
    verdict,
    expected: ends.join(' or '),
    got: `${read.end}${read.answer.failure === undefined ? '' : `: ${read.answer.failure.message}`} (status ${received.status})`,
  }
}

/** Counts that a format can tell; the others are compared nowhere. */
const counts: Readonly<Record<FormatId, readonly (keyof Usage)[]>> = {
  M: ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'],
  R: ['input', 'output', 'cacheRead', 'reasoning'],
  C: ['input', 'output', 'cacheRead', 'reasoning'],
  G: ['input', 'output', 'cacheRead', 'reasoning'],
  I: ['input', 'output', 'cacheRead', 'reasoning'],
  B: ['input', 'output', 'cacheRead', 'cacheWrite5m'],
}

function checkUsage(expected: ClientExpected['usage'], got: Usage | undefined, format: FormatId, id: string): readonly Check[] {
  if (expected === undefined) return []
  return counts[format].flatMap((name): readonly Check[] => {
    const wanted = expected[name]
    const came = got?.[name]
    if (wanted === 'told' && came !== undefined && came > 0) return []
    if (wanted === undefined || wanted === came || (wanted === 0 && came === undefined) || (wanted === 'absent' && came === undefined))
      return []
    return [{ id: `${id}: usage ${name}`, verdict: 'wrong', expected: String(wanted), got: String(came) }]
  })
}

function list<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return []
  // A value of the type itself is no array here.
  return Array.isArray(value) ? (value as readonly T[]) : [value as T]
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}

/** True where nothing was sent upstream and the client was told why, in its own dialect. */
export function refusalOf(read: ReadAnswer, received: Received, arrivals: number): string | undefined {
  const isRefused = received.status >= 400 && received.status < 500 && arrivals === 0
  return isRefused ? read.answer.failure?.message : undefined
}

/** Ending with which disclosures at `args` excuse a change of arguments. */
export function excuseArguments(checks: readonly Check[], disclosures: readonly Disclosure[]): readonly Check[] {
  const isTold = disclosures.some(({ at }) => /(arguments|args|input)/.test(at)) || toldAt(disclosures, 'args') !== 'none'
  return isTold ? checks.map((check) => (/calls\/\d+\/args/.test(check.id) ? { ...check, verdict: 'named' } : check)) : checks
}

/** Verdict of a difference: told by name is better than silent. */
function excuseOf({ told, cannot = [] }: UpstreamExpected | ClientExpected, disclosures: readonly Disclosure[], format: FormatId): Verdict {
  if (told === undefined) return 'wrong'
  const isTold = told.some((word) => disclosures.some(({ at, words }) => at.includes(word) || words.includes(word)))
  return !isTold ? 'silent loss' : cannot.includes(format) ? 'pass' : 'named'
}
