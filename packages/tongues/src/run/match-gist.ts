import type { Ask, Answer, Choice, Item } from '../formats/gist.ts'
import { formatJson } from '../json/format-json.ts'
import { tryJson } from '../json/parse-json.ts'
import { sameJsonText } from '../json/same-json.ts'
import type { GistExpected } from './case.ts'
import { meaningOf } from './schema-meaning.ts'

/** A difference between what is expected and what came. */
export interface Difference {
  readonly check: string
  readonly expected: string
  readonly got: string
}

export interface PairedCall {
  readonly name: string
  readonly args: string
  readonly id?: string
  readonly result?: string
  readonly error?: boolean
}

/** Calls with their results: a result belongs to the nearest earlier call of its id that has none, without ids to the first of its name. */
export function pairCalls(list: readonly Item[]): { readonly calls: readonly PairedCall[]; readonly orphans: readonly string[] } {
  const calls: PairedCall[] = []
  const orphans: string[] = []
  const open: number[] = []
  for (const item of list) {
    if (item.kind === 'call') {
      open.push(calls.length)
      calls.push({ name: item.name, args: item.args, ...(item.id !== undefined && { id: item.id }) })
    } else if (item.kind === 'result') {
      const byId = item.of === undefined ? -1 : open.findLastIndex((place) => calls[place]?.id === item.of)
      // Twins of one turn are answered in their order.
      const first =
        byId === -1 ? -1 : open.findIndex((place) => calls[place]?.id === item.of && calls[place]?.name === calls[open[byId] ?? 0]?.name)
      const found =
        byId === -1
          ? open.findIndex((place) => (item.of === undefined || calls[place]?.id === undefined) && calls[place]?.name === item.name)
          : Math.max(first, 0)
      const [place] = found === -1 ? [] : open.splice(found, 1)
      const call = place === undefined ? undefined : calls[place]
      if (place === undefined || call === undefined) orphans.push(item.text)
      else calls[place] = { ...call, result: item.text, ...(item.error === true && { error: true }) }
    }
  }
  return { calls, orphans }
}

/** Differences of a request or an answer from its expected gist. */
export function matchGist(
  expected: GistExpected,
  got: { readonly items: readonly Item[] } & Partial<Ask> & Partial<Answer>,
): readonly Difference[] {
  const found: Difference[] = []
  const differ = (check: string, wanted: unknown, came: unknown): void =>
    void found.push({ check, expected: show(wanted), got: show(came) })
  const equal = (check: string, wanted: unknown, came: unknown): void => {
    if (wanted !== undefined && show(wanted) !== show(came)) differ(check, wanted, came)
  }
  const { items: list } = got
  const texts = (kind: 'assistant' | 'think' | 'refusal' | 'system'): string =>
    list.flatMap((item) => (item.kind === kind ? [item.text] : [])).join(kind === 'system' ? '\n' : '')
  equal('text', expected.text, texts('assistant'))
  equal('think', expected.think, texts('think'))
  equal('refusal', expected.refusal, texts('refusal'))
  if (expected.system !== undefined)
    equal('system', expected.system.replaceAll(/\s+/g, ' ').trim(), texts('system').replaceAll(/\s+/g, ' ').trim())
  const { calls, orphans } = pairCalls(list)
  if (expected.calls !== undefined) matchCalls(expected.calls, calls, differ)
  equal('orphans', expected.orphans, orphans)
  const lines = list.map((item) => lineOf(item))
  if (expected.order !== undefined && !inOrder(expected.order, lines)) differ('order', expected.order, lines)
  for (const word of expected.never ?? []) if (lines.some((line) => line.includes(word))) differ('never', `no ${word}`, lines)
  for (const wanted of expected.some ?? [])
    if (!hasSeal(wanted, list))
      differ(
        'some',
        wanted,
        list.filter(({ kind }) => kind === 'think' || kind === 'call'),
      )
  const media = list.flatMap((item) => (item.kind === 'media' ? [item.media] : item.kind === 'result' ? (item.media ?? []) : []))
  for (const wanted of expected.media ?? [])
    if (!media.some((each) => Object.entries(wanted).every(([key, value]) => new Map(Object.entries(each)).get(key) === value)))
      differ(
        'media',
        wanted,
        media.map((each) => ({ ...each, data: each.data?.slice(0, 40) })),
      )
  equal(
    'tools',
    expected.tools,
    (got.tools ?? []).map(({ name }) => name),
  )
  for (const [name, schema] of Object.entries(expected.toolMeans ?? {})) {
    const came = got.tools?.find((tool) => tool.name === name)?.schema
    if (came === undefined || meaningOf(came) !== meaningOf(schema))
      differ(`tool ${name}`, meaningOf(schema), came === undefined ? 'no such tool' : meaningOf(came))
  }
  if (expected.choice !== undefined) equal('choice', choiceOf(expected.choice), choiceOf(got.choice))
  if (expected.format?.schemaMeans !== undefined) {
    const came = got.format?.schema
    if (came === undefined || meaningOf(came) !== meaningOf(expected.format.schemaMeans))
      differ('format', meaningOf(expected.format.schemaMeans), came === undefined ? 'no schema' : meaningOf(came))
  }
  if (expected.format?.json === true && got.format === undefined) differ('format', 'JSON without a schema', 'no format')
  const options = new Map(Object.entries(got.options ?? {}))
  for (const [name, value] of Object.entries(expected.options ?? {})) equal(`option ${name}`, value, options.get(name))
  return found
}

function matchCalls(
  expected: NonNullable<GistExpected['calls']>,
  calls: readonly PairedCall[],
  differ: (check: string, wanted: unknown, came: unknown) => void,
): void {
  if (expected.length !== calls.length) return differ('calls', expected, calls)
  for (const [index, wanted] of expected.entries()) {
    const call = calls[index]
    if (call === undefined) continue
    if (wanted.name !== call.name) differ(`calls/${index}/name`, wanted.name, call.name)
    if (wanted.id !== undefined && wanted.id !== call.id) differ(`calls/${index}/id`, wanted.id, call.id)
    if (wanted.args !== undefined && !sameJsonText(wanted.args, call.args)) differ(`calls/${index}/args`, wanted.args, call.args)
    if (wanted.result !== undefined && !sameText(wanted.result, call.result)) differ(`calls/${index}/result`, wanted.result, call.result)
    if (wanted.error !== undefined && wanted.error !== (call.error ?? false))
      differ(`calls/${index}/error`, wanted.error, call.error ?? false)
  }
}

function sameText(a: string, b: string | undefined): boolean {
  return a === b || (b !== undefined && tryJson(a) !== undefined && sameJsonText(a, b))
}

/** Choice as one text: an allowed subset of one is that tool. */
function choiceOf(choice: Choice | undefined): string {
  if (choice === undefined) return 'auto'
  if (typeof choice === 'string') return choice
  if ('name' in choice) return `one of ${choice.name}`
  return `${choice.required === true ? 'one' : 'any'} of ${choice.allowed.toSorted().join(',')}`
}

function lineOf(item: Item): string {
  switch (item.kind) {
    case 'call':
      return `call ${item.name} ${item.args}`
    case 'result':
      return `result ${item.text}`
    case 'media':
      return `media ${item.media.kind}`
    case 'other':
      return `other ${item.type}`
    default:
      return `${item.kind} ${item.text}`
  }
}

function inOrder(wanted: readonly string[], lines: readonly string[]): boolean {
  const whole = lines.join('\n')
  let from = 0
  for (const word of wanted) {
    const place = whole.indexOf(word, from)
    if (place === -1) return false
    from = place + word.length
  }
  return true
}

function hasSeal(wanted: NonNullable<GistExpected['some']>[number], list: readonly Item[]): boolean {
  return list.some((item, index) => {
    if (item.kind !== 'think' && item.kind !== 'call') return false
    if (wanted.seal !== undefined && item.seal !== wanted.seal) return false
    if (wanted.redacted !== undefined && !(item.kind === 'think' && item.redacted === true)) return false
    if (wanted.before === undefined) return true
    const next = item.kind === 'call' ? item : list.slice(index).find(({ kind }) => kind === 'call' || kind === 'assistant')
    return next?.kind === 'call' ? next.name === wanted.before : next?.kind === 'assistant' && next.text === wanted.before
  })
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? formatJson(null))
}
