import fc from 'fast-check'
import type {
  Candidate,
  Citation,
  Delta,
  Extensions,
  Finish,
  GenerateResponse,
  Item,
  Json,
  JsonObject,
  Part,
  TokenLogprob,
  Usage,
} from '@interlingua/core'

const text = fc.string({ unit: 'binary', maxLength: 12 })
const name = fc.constantFrom('a', 'b', 'c')
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> // JSON values are JSON
const object = fc.dictionary(name, json, { maxKeys: 2, noNullPrototype: true }) as fc.Arbitrary<JsonObject> // a dictionary of JSON is an object

/** A record whose named keys may be absent. */
function record<T>(
  required: { readonly [K in keyof T]?: fc.Arbitrary<T[K]> },
  optional: { readonly [K in keyof T]?: fc.Arbitrary<T[K]> } = {},
): fc.Arbitrary<T> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as never[] }) as fc.Arbitrary<T> // the two halves are chosen by the caller to make a T
}

const extension = fc.oneof(
  record<{ rest: JsonObject }>({ rest: object }),
  record<{ hint: JsonObject }>({ hint: object }),
  record<{ rest: JsonObject; hint: JsonObject }>({ rest: object, hint: object }),
)
const extensions = fc.dictionary(fc.constantFrom('messages', 'chat'), extension, {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
}) as fc.Arbitrary<Extensions> // boxes by format
const seal = fc.record({ format: name, data: text })
const logprobs: fc.Arbitrary<readonly TokenLogprob[]> = fc.array(fc.record({ token: text, logprob: fc.constantFrom(-1, -0.5, 0) }), {
  minLength: 1,
  maxLength: 3,
})
const citation = record<Citation>({ source: fc.constantFrom('url', 'document') }, { title: text, span: fc.constant({ start: 0, end: 1 }) })
const shared = { seal, extensions, itemId: fc.constantFrom('item-1', 'item-2') }

export const arbitraryPart: fc.Arbitrary<Part> = fc.oneof<fc.Arbitrary<Part>[]>(
  record<Extract<Part, { type: 'text' }>>(
    { type: fc.constant('text'), text },
    { ...shared, citations: fc.array(citation, { maxLength: 2 }), logprobs },
  ),
  record<Extract<Part, { type: 'refusal' }>>({ type: fc.constant('refusal'), text }, shared),
  record<Extract<Part, { type: 'reasoning' }>>(
    {
      type: fc.constant('reasoning'),
      segments: fc.array(fc.record({ type: fc.constantFrom('summary' as const, 'full' as const), text }), { maxLength: 3 }),
    },
    { ...shared, redacted: fc.boolean() },
  ),
  record<Extract<Part, { type: 'tool-call' }>>(
    { type: fc.constant('tool-call'), callId: name, name, kind: fc.constantFrom('function', 'custom'), arguments: text },
    { ...shared, namespace: name },
  ),
  record<Extract<Part, { type: 'hosted-call' }>>(
    { type: fc.constant('hosted-call'), callId: name, family: name, arguments: text },
    { ...shared, status: text },
  ),
  record<Extract<Part, { type: 'hosted-result' }>>(
    { type: fc.constant('hosted-result'), callId: name, parts: fc.constant([{ type: 'text', text: 'x' }]) },
    shared,
  ),
  record<Extract<Part, { type: 'media' }>>(
    {
      type: fc.constant('media'),
      kind: fc.constant('image'),
      source: fc.record({ type: fc.constant('inline' as const), mime: name, base64: text }),
    },
    shared,
  ),
  record<Extract<Part, { type: 'compaction' }>>({ type: fc.constant('compaction') }, { ...shared, text }),
  record<Extract<Part, { type: 'opaque' }>>({ type: fc.constant('opaque'), format: name, wire: object }, { extensions }),
)

export const arbitraryDelta: fc.Arbitrary<Delta> = fc.oneof<fc.Arbitrary<Delta>[]>(
  fc.record({ type: fc.constantFrom('text', 'arguments', 'transcript', 'status'), text }),
  fc.record({ type: fc.constant('reasoning'), segment: fc.nat(3), kind: fc.constantFrom('summary', 'full'), text }),
  fc.record({ type: fc.constant('seal'), seal }),
  fc.record({ type: fc.constant('citation'), citation }),
  fc.record({ type: fc.constant('logprobs'), logprobs }),
  fc.record({ type: fc.constant('media'), base64: text }),
)

const finish = record<Finish>(
  { unified: fc.constantFrom('stop', 'length', 'tool-calls', 'other') },
  { raw: fc.record({ format: name, value: text }), sequence: text, extensions },
)

export const arbitraryUsage: fc.Arbitrary<Usage> = record<Usage>(
  {
    input: record<Usage['input']>({}, { total: fc.nat(100), fresh: fc.nat(100), cacheRead: fc.nat(100), cacheWrite: fc.nat(100) }),
    output: record<Usage['output']>({}, { total: fc.nat(100), reasoning: fc.nat(100) }),
  },
  { requests: fc.dictionary(name, fc.nat(5), { noNullPrototype: true }), raw: object, extensions },
)

/** Items in the order in which parts first name them, as a stream would show them. */
function withItems(candidate: Candidate, phases: readonly Item[]): Candidate {
  const items: Item[] = []
  for (const { itemId } of candidate.parts) {
    const item = phases.find(({ id }) => id === itemId)
    if (item !== undefined && !items.includes(item)) items.push(item)
  }
  return items.length === 0 ? candidate : { ...candidate, items }
}

const items = fc.tuple(
  record<Item>({ id: fc.constant('item-1') }, { phase: fc.constant('commentary'), extensions }),
  record<Item>({ id: fc.constant('item-2') }, { extensions }),
)

const candidates = fc
  .array(fc.tuple(record<Candidate>({ parts: fc.array(arbitraryPart, { maxLength: 4 }), finish }, { extensions }), items), { maxLength: 3 })
  .map((list) => list.map(([candidate, own], index): Candidate => withItems({ ...candidate, index }, own)))

/** Final answers: those that a stream can stand for. */
export const arbitraryResponse: fc.Arbitrary<GenerateResponse> = fc.oneof(
  record<GenerateResponse>(
    { id: text, model: text, status: fc.constantFrom('completed', 'incomplete', 'failed'), candidates },
    { createdAt: fc.nat(), usage: arbitraryUsage, serviceTier: name, extensions },
  ),
  record<GenerateResponse>({
    id: text,
    model: text,
    status: fc.constant('failed'),
    candidates,
    failure: fc.constant({ code: 'overloaded', message: 'later', retryable: true }),
  }),
)
