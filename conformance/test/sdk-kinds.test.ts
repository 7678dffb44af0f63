import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { answerTranslation, requestTranslation, translateStreamText } from '@interlingua/testkit'
import type { Translated } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { othersOf } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'
import { type Kind, kindsOf } from '../src/sdk/kinds-of.ts'

const say = (text: string): JsonObject => ({ type: 'message', role: 'user', content: text })
const spoken: JsonObject = {
  id: 'msg_0',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
}

/** Request with something of a kind, and the same without it. */
interface Case {
  readonly kind: Kind
  readonly place: string
  readonly with: JsonObject
  readonly without: JsonObject
}

const requestWith = (more: JsonObject): JsonObject => ({ model: 'demo', store: false, ...more })
const answerWith = (output: readonly JsonObject[]): JsonObject => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'demo',
  output,
})

type Target = 'responses' | ReturnType<typeof othersOf>[number]

/** Cases of a union of the SDK: what is translated, and how many kinds there are at least. */
interface Union {
  readonly cases: readonly Case[]
  readonly translate: (target: Target, body: JsonObject) => Translated
  readonly least: number
}

function inRequests(root: string, field: string | undefined, place: string, least: number, put: (kind?: JsonObject) => JsonObject): Union {
  const cases = kindsOf('responses', root, field).map((kind) => ({ kind, place, with: put(kind.value), without: put() }))
  return {
    cases,
    least,
    translate: (target, body) => requestTranslation(pairOf('responses', target), formats.responses.headers)(requestWith(body)),
  }
}

function inAnswers(
  root: string,
  field: string | undefined,
  place: string,
  least: number,
  put: (kind?: JsonObject) => readonly JsonObject[],
): Union {
  const cases = kindsOf('responses', root, field).map((kind) => ({
    kind,
    place,
    with: answerWith(put(kind.value)),
    without: answerWith(put()),
  }))
  return { cases, least, translate: (target, body) => answerTranslation(pairOf('responses', target))(body) }
}

const listed = (kind: JsonObject | undefined): readonly JsonObject[] => (kind ? [kind] : [])
const call: JsonObject = { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' }

const unions: Readonly<Record<string, Union>> = {
  'items of a request': inRequests('ResponseInputItem', undefined, '/input/1', 30, (kind) => ({
    input: [say('Before'), ...listed(kind), say('After')],
  })),
  'content of a request': inRequests('ResponseInputContent', undefined, '/input/0/content/1', 3, (kind) => ({
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Look' }, ...listed(kind)] }],
  })),
  'content of a result': inRequests('ResponseFunctionCallOutputItem', undefined, '/input/2/output/1', 3, (kind) => ({
    input: [
      say('Before'),
      call,
      { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'Seen' }, ...listed(kind)] },
    ],
  })),
  tools: inRequests('Tool', undefined, '/tools/0', 14, (kind) => ({ input: 'Look', ...(kind && { tools: [kind] }) })),
  'choices of tools': inRequests('ResponseCreateParamsBase', 'tool_choice', '/tool_choice', 5, (kind) => ({
    input: 'Look',
    tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false }],
    ...(kind && { tool_choice: kind }),
  })),
  'formats of text': inRequests('ResponseFormatTextConfig', undefined, '/text', 3, (kind) => ({
    input: 'Look',
    // Text is the format of requests that say nothing, so another one is left out for comparison.
    text: { format: kind ?? { type: 'json_schema', name: 'other', schema: { type: 'object' } } },
  })),
  'items of an answer': inAnswers('ResponseOutputItem', undefined, '/output/1', 25, (kind) => [spoken, ...listed(kind)]),
  'content of an answer': inAnswers('ResponseOutputMessage', 'content', '/output/0/content/0', 2, (kind) => [
    { ...spoken, content: listed(kind) },
  ]),
  annotations: inAnswers('ResponseOutputText', 'annotations', '/output/0/content/0/annotations/0', 4, (kind) => [
    { ...spoken, content: [{ type: 'output_text', text: 'Hello', annotations: listed(kind) }] },
  ]),
}

/** Fate of a kind: `carried`, `told`, or how it was lost. */
function fateOf({ place, with: body, without }: Case, { translate }: Union, target: Target): string {
  const translated = translate(target, body)
  if (translated.type === 'refused')
    return translated.path.startsWith(place.split('/').slice(0, 2).join('/'))
      ? 'told'
      : `refused at ${translated.path}: ${translated.message}`
  if (translated.notices.some(({ path }) => path === place || path.startsWith(`${place}/`))) return 'told'
  const base = translate(target, without)
  return base.type === 'done' && sorted(base.output) === sorted(translated.output) ? 'lost' : 'carried'
}

/** Text of a value, whatever the order of its keys. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

/** Texts of all objects in a value. */
function partsOf(value: Json): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (inner: Json | undefined): void => {
    if (Array.isArray(inner)) for (const each of inner as readonly Json[]) visit(each) // an array of JSON holds JSON
    if (!isJsonObject(inner)) return
    found.add(sorted(inner))
    for (const each of Object.values(inner)) visit(each)
  }
  visit(value)
  return found
}

describe.each(Object.entries(unions))('%s', (_title, union) => {
  test('are kinds of the SDK', () => {
    expect(new Set(union.cases.map(({ kind }) => kind.name)).size).toBeGreaterThanOrEqual(union.least)
  })

  test('stay as they are in their own format', () => {
    const changed = union.cases.flatMap(({ kind, place, with: body, without }) => {
      const done = union.translate('responses', body)
      if (done.type === 'refused' || done.notices.length > 0)
        return fateOf({ kind, place, with: body, without }, union, 'responses') === 'told' ? [] : [kind.name]
      return partsOf(done.output).has(sorted(kind.value))
        ? []
        : [`${kind.name}: ${JSON.stringify(kind.value)} became ${JSON.stringify(done.output)}`]
    })
    expect(changed).toEqual([])
  })

  test.each(othersOf('responses'))('are carried to %s, or told of', (target) => {
    const lost = union.cases.flatMap((each) => {
      const fate = fateOf(each, union, target)
      return fate === 'carried' || fate === 'told' ? [] : [`${each.kind.name} ${JSON.stringify(each.kind.value)}: ${fate}`.slice(0, 400)]
    })
    expect(lost).toEqual([])
  })
})

/** Members of an event that tell its place, and not what it says. */
const placeKeys: ReadonlySet<string> = new Set([
  'type',
  'sequence_number',
  'item_id',
  'output_index',
  'content_index',
  'summary_index',
  'command_index',
  'annotation_index',
  'status',
])

/** Events that say of an item only that it is as it is told elsewhere. */
const isProgress = ({ keys }: Kind): boolean => keys.every((key) => placeKeys.has(key))
const isSnapshot = ({ value }: Kind): boolean => isJsonObject(value['response'])

describe('events of a stream', () => {
  const kinds = kindsOf('responses', 'ResponseStreamEvent')
  const items = new Map(kindsOf('responses', 'ResponseOutputItem').map(({ value }) => [String(value['type']), value]))

  const started: JsonObject = { type: 'response.created', response: { ...answerWith([]), status: 'in_progress' } }

  /** Item that an event is about, as its type says. */
  function itemOf(type: string): JsonObject {
    const about = [...items.keys()].filter((each) => type.startsWith(`response.${each}`)).toSorted((a, b) => b.length - a.length)
    const item = items.get(about[0] ?? (type.includes('reasoning') ? 'reasoning' : 'message')) ?? {}
    const failed = type.endsWith('failed')
    return { ...item, id: 'item_1', ...('status' in item && { status: failed ? 'failed' : 'completed' }), ...(failed && { error: 'x' }) }
  }

  /** Stream with an event, or without: of an item that has nothing yet. */
  function streamWith({ value }: Kind, given: boolean, done: boolean): string {
    const type = String(value['type'])
    const item = itemOf(type)
    const part = { item_id: 'item_1', output_index: 0, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } }
    const events: readonly JsonObject[] = [
      ...(isSnapshot({ name: '', value, keys: [] }) ? [] : [started]),
      ...(type === 'response.output_item.added'
        ? []
        : [{ type: 'response.output_item.added', output_index: 0, item: { ...(blank(item) as JsonObject), status: 'in_progress' } }]), // a blank object is an object
      ...(/^response\.(?:output_text|content_part\.done|refusal)/.test(type) ? [{ type: 'response.content_part.added', ...part }] : []),
      ...(given ? [value] : []),
      ...(done ? [{ type: 'response.output_item.done', output_index: 0, item }] : []),
      { type: 'response.completed', response: answerWith(done ? [item] : []) },
    ]
    return events.map((event, index) => `data: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`).join('')
  }

  const nothing = [started, { type: 'response.completed', response: answerWith([]) }]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('')

  test('are kinds of the SDK', () => expect(kinds.length).toBeGreaterThanOrEqual(55))

  test('stay in their own format', () => {
    const lost = kinds.flatMap((kind) => {
      const { text } = translateStreamText(pairOf('responses', 'responses'), [streamWith(kind, true, true)])
      // A first snapshot begins the stream anew, in the usual two events.
      const stays = isSnapshot(kind) ? text.includes('"id":"item_1"') : text.includes(`"type":"${String(kind.value['type'])}"`)
      return stays ? [] : [kind.name]
    })
    expect(lost).toEqual([])
  })

  test.each(othersOf('responses'))('are carried to %s, or told of', (target) => {
    const lost = kinds.flatMap((kind) => {
      if (isProgress(kind)) return []
      const translated = (text: string): ReturnType<typeof translateStreamText> => translateStreamText(pairOf('responses', target), [text])
      const [now, before] = [translated(streamWith(kind, true, false)), translated(streamWith(kind, false, false))]
      if (now.text !== before.text || now.notices.length > before.notices.length) return []
      // Some pieces come again, whole, with the end of their item.
      const [whole, none] = [translated(streamWith(kind, true, true)), translated(nothing)]
      return whole.text !== none.text || whole.notices.length > 0 ? [] : [`${kind.name} ${JSON.stringify(kind.value)}`]
    })
    expect(lost).toEqual([])
  })
})

/** Value of the same shape that says nothing. */
function blank(value: Json): Json {
  if (Array.isArray(value)) return []
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, texts.has(key) ? '' : blank(inner ?? null)]))
}

/** Members of items that come piece by piece. */
const texts: ReadonlySet<string> = new Set(['arguments', 'code', 'diff', 'input', 'text', 'refusal', 'result'])
