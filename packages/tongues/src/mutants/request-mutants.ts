import type { Ask, Item } from '../formats/gist.ts'
import type { Mutant } from './mutant.ts'

type Change = NonNullable<Mutant['ask']>

const items =
  (change: (list: readonly Item[]) => readonly Item[]): Change =>
  (ask) => ({ ...ask, items: change(ask.items) })
const options =
  (change: (given: Ask['options']) => Ask['options']): Change =>
  (ask) => ({ ...ask, options: change(ask.options) })
const schemas =
  (change: (schema: string) => string): Change =>
  (ask) => ({ ...ask, tools: ask.tools.map((tool) => ({ ...tool, schema: change(tool.schema) })) })
const without =
  (...keys: readonly string[]): NonNullable<Mutant['body']> =>
  (body) =>
    JSON.stringify(JSON.parse(body), (key, value: unknown) => (keys.includes(key) ? undefined : value))
const results = (change: (result: Item & { readonly kind: 'result' }) => Item): Change =>
  items((list) => list.map((item) => (item.kind === 'result' ? change(item) : item)))

/** Mutants of what is sent upstream. */
export const requestMutants: readonly Mutant[] = [
  { name: 'strip-unknown-top', breaks: 'leaves unknown keys of the request out', body: without('zz_unknown') },
  { name: 'strip-unknown-nested', breaks: 'leaves unknown keys within the request out', body: without('zz_nested') },
  { name: 'numbers-through-doubles', breaks: 'reads numbers as doubles', body: (body) => JSON.stringify(JSON.parse(body)) },
  {
    name: 'sort-keys',
    breaks: 'sorts the keys of schemas',
    body: (body) =>
      body.replace('"zeta":{"type":"string"},"alpha":{"type":"string"}', '"alpha":{"type":"string"},"zeta":{"type":"string"}'),
  },
  { name: 'escape-unicode', breaks: 'loses signs outside of the basic plane', body: (body) => body.replaceAll('😀', '?') },
  {
    name: 'null-to-absent',
    breaks: 'leaves nulls out',
    body: (body) => JSON.stringify(JSON.parse(body), (_, value: unknown) => value ?? undefined),
  },
  {
    name: 'filter-betas',
    breaks: 'lets known betas pass only',
    headers: (headers) => ({ ...headers, ...(headers['anthropic-beta'] !== undefined && { 'anthropic-beta': 'claude-code-20250219' }) }),
  },
  { name: 'drop-version', breaks: 'sends no anthropic-version', headers: ({ 'anthropic-version': _, ...rest }) => rest },
  { name: 'rewrite-model-body', breaks: 'adds a field of its own', body: (body) => body.replace(/\}$/, ',"user":"gateway"}') },
  {
    name: 'pair-by-position',
    breaks: 'gives results to calls in their order',
    ask: items((list) => {
      const calls = list.flatMap((item) => (item.kind === 'call' ? [item] : []))
      let next = 0
      return list.map((item) => {
        if (item.kind !== 'result') return item
        const call = calls[next++]
        return call === undefined ? item : { ...item, name: call.name, ...(call.id !== undefined && { of: call.id }) }
      })
    }),
  },
  {
    name: 'merge-parallel-calls',
    breaks: 'sends the first of parallel calls only',
    ask: items((list) => {
      const [first] = list.flatMap((item) => (item.kind === 'call' ? [item] : []))
      return list.filter((item) => (item.kind !== 'call' || item === first) && (item.kind !== 'result' || item.of === first?.id))
    }),
  },
  {
    name: 'result-name-unknown',
    breaks: 'gives results another name than their call',
    ask: results((result) => ({ ...result, name: 'gateway-tool' })),
  },
  {
    name: 'dedupe-ids-across-turns',
    breaks: 'takes a call id that comes again for the same call',
    ask: items((list) => {
      const seen = new Set<string>()
      return list.filter((item) => {
        const id = item.kind === 'call' ? item.id : item.kind === 'result' ? item.of : undefined
        const plain = id?.replace(/_\d$/, '')
        if (plain === undefined || id === undefined) return true
        if (id !== plain && seen.has(plain)) return false
        seen.add(plain)
        return true
      })
    }),
  },
  { name: 'drop-results', breaks: 'loses the text of results', ask: results((result) => ({ ...result, text: 'ok' })) },
  {
    name: 'keep-orphans',
    breaks: 'sends results without calls',
    ask: items((list) =>
      list.some(({ kind }) => kind === 'call') ? list : [...list, { kind: 'result', of: 'call_x', name: 'f', text: 'x' }],
    ),
  },
  {
    name: 'results-left-out',
    breaks: 'sends no results of calls',
    ask: items((list) => list.filter(({ kind }) => kind !== 'result')),
  },
  {
    name: 'leave-unanswered',
    breaks: 'sends calls without results',
    ask: items((list) => list.filter((item) => item.kind !== 'result' || item.text !== 'no result')),
  },
  {
    name: 'text-before-results',
    breaks: 'puts the user’s words before the results',
    ask: items((list) => {
      const words = list.findLastIndex(({ kind }) => kind === 'user')
      const first = list.findIndex(({ kind }) => kind === 'result')
      const word = list[words]
      return word === undefined || first === -1 || words < first
        ? list
        : [...list.slice(0, first), word, ...list.slice(first).filter((item) => item !== word)]
    }),
  },
  {
    name: 'drop-assistant-text',
    breaks: 'leaves the words between calls out',
    ask: items((list) => list.filter(({ kind }) => kind !== 'assistant')),
  },
  {
    name: 'cut-names',
    breaks: 'cuts names of tools to 20 characters',
    ask: (ask) => ({ ...ask, tools: ask.tools.map((tool) => ({ ...tool, name: tool.name.slice(0, 20) })) }),
  },
  {
    name: 'empty-arguments-null',
    breaks: 'drops calls without arguments',
    ask: items((list) => list.filter((item) => item.kind !== 'call' || item.args !== '{}')),
  },
  {
    name: 'array-arguments-dropped',
    breaks: 'empties arguments that are no object',
    ask: items((list) =>
      list.map((item) => (item.kind === 'call' && /^(\[|"|\{"arguments":(\[|"))/.test(item.args) ? { ...item, args: '{}' } : item)),
    ),
    losses: () => [],
  },
  { name: 'choice-dropped', breaks: 'sends no choice of tools', ask: ({ choice: _, ...ask }) => ask },
  {
    name: 'choice-any',
    breaks: 'asks for any tool in place of one',
    ask: (ask) => (typeof ask.choice === 'object' ? { ...ask, choice: 'required' } : ask),
    losses: () => [],
  },
  {
    name: 'none-drops-tools',
    breaks: 'leaves the tools out where none may be called',
    ask: (ask) => (ask.choice === 'none' ? { ...ask, tools: [] } : ask),
  },
  {
    name: 'parallel-dropped',
    breaks: 'loses that calls must not be parallel',
    ask: options(({ parallel: _, ...rest }) => rest),
    losses: () => [],
  },
  {
    name: 'strict-dropped',
    breaks: 'loses strict',
    ask: (ask) => ({ ...ask, tools: ask.tools.map(({ strict: _, ...tool }) => tool) }),
    losses: () => [],
  },
  {
    name: 'media-dropped',
    breaks: 'leaves media out',
    ask: items((list) =>
      list.flatMap((item): readonly Item[] => {
        if (item.kind === 'media') return []
        if (item.kind !== 'result') return [item]
        const { media: _, ...rest } = item
        return [rest]
      }),
    ),
    losses: () => [],
  },
  {
    name: 'media-as-text',
    breaks: 'sends documents as text',
    ask: items((list) =>
      list.map((item) => (item.kind === 'media' && item.media.kind === 'file' ? { kind: 'user', text: JSON.stringify(item.media) } : item)),
    ),
  },
  {
    name: 'result-text-dropped',
    breaks: 'keeps only the media of a result',
    ask: results((result) => (result.media === undefined ? result : { ...result, text: '' })),
  },
  {
    name: 'error-flag-dropped',
    breaks: 'loses that a result is an error',
    ask: results(({ error: _, ...result }) => result),
    losses: () => [],
  },
  { name: 'reverse-tools', breaks: 'sends tools in another order', ask: (ask) => ({ ...ask, tools: ask.tools.toReversed() }) },
  {
    name: 'system-first-only',
    breaks: 'sends the first instruction only',
    ask: items((list) => list.filter((item) => item.kind !== 'system' || item === list.find(({ kind }) => kind === 'system'))),
    losses: () => [],
  },
  {
    name: 'system-last-first',
    breaks: 'turns the order of instructions',
    ask: items((list) => [...list.filter(({ kind }) => kind === 'system').toReversed(), ...list.filter(({ kind }) => kind !== 'system')]),
  },
  {
    name: 'developer-to-user',
    breaks: 'gives instructions to the user',
    ask: items((list) =>
      list.map((item) => (item.kind === 'system' && item.text.includes('LATER') ? { kind: 'user', text: item.text } : item)),
    ),
    losses: () => [],
  },
  {
    name: 'empty-text-kept',
    breaks: 'sends empty texts',
    ask: items((list) =>
      list.flatMap((item): readonly Item[] => (item.kind === 'call' ? [{ kind: 'assistant', text: '' }, item] : [item])),
    ),
  },
  { name: 'max-tokens-dropped', breaks: 'loses max_tokens', ask: options(({ maxTokens: _, ...rest }) => rest), losses: () => [] },
  { name: 'stop-dropped', breaks: 'loses stop sequences', ask: options(({ stop: _, ...rest }) => rest), losses: () => [] },
  {
    name: 'sampling-both',
    breaks: 'sends temperature and top_p to a model that takes one',
    body: (body, { to }) => (to === 'M' ? body.replace('"temperature":0.5', '"temperature":0.5,"top_p":0.9') : body),
  },
  { name: 'sampling-dropped', breaks: 'loses temperature', ask: options(({ temperature: _, ...rest }) => rest), losses: () => [] },
  { name: 'effort-dropped', breaks: 'loses effort', ask: options(({ effort: _, ...rest }) => rest), losses: () => [] },
  {
    name: 'effort-off-on',
    breaks: 'thinks where it must not',
    ask: options((given) => (given.effort === 'off' ? { ...given, effort: 'high' } : given)),
  },
  {
    name: 'drop-refs',
    breaks: 'leaves references out',
    ask: schemas((schema) => schema.replaceAll(/"\$ref":"[^"]*"/g, '"type":"string"')),
  },
  {
    name: 'strip-const',
    breaks: 'leaves constants out',
    ask: (ask) => ({
      ...ask,
      ...(ask.format?.schema !== undefined && {
        format: { ...ask.format, schema: ask.format.schema.replaceAll('"const":"v"', '"type":"string"') },
      }),
      tools: ask.tools.map((tool) => ({ ...tool, schema: tool.schema.replaceAll('"const":"v"', '"type":"string"') })),
    }),
  },
  {
    name: 'enum-to-strings',
    breaks: 'makes numbers of enums strings',
    ask: schemas((schema) => schema.replaceAll('[1,2,3]', '["1","2","3"]')),
  },
  { name: 'drop-all-of', breaks: 'leaves allOf out', ask: schemas((schema) => schema.replaceAll(/"allOf":\[.*?\}\}\]/g, '"title":"x"')) },
  { name: 'drop-null', breaks: 'forgets that a value may be null', ask: schemas((schema) => schema.replaceAll(',{"type":"null"}', '')) },
  {
    name: 'clean-properties',
    breaks: 'takes a property called properties for the keyword',
    ask: schemas((schema) =>
      schema.replaceAll('"properties":{"properties":{"type":"object","properties":{"title":{"type":"string"}}}}', '"properties":{}'),
    ),
  },
  {
    name: 'drop-if',
    breaks: 'leaves conditions out',
    ask: schemas((schema) => schema.replaceAll(/"(if|not)":/g, '"x$1":')),
    losses: () => [],
  },
  { name: 'drop-format', breaks: 'loses the schema of the answer', ask: ({ format: _, ...ask }) => ask, losses: () => [] },
  {
    name: 'json-object-instead',
    breaks: 'asks for any JSON in place of a schema',
    ask: (ask) => (ask.format === undefined ? ask : { ...ask, format: {} }),
  },
  {
    name: 'format-drops-tools',
    breaks: 'leaves tools out where a schema is asked for',
    ask: (ask) => (ask.format === undefined ? ask : { ...ask, tools: [] }),
  },
  { name: 'drop-silently', breaks: 'tells no losses', losses: () => [] },
  { name: 'name-wrong-field', breaks: 'names other fields than those lost', losses: (losses) => losses.map((place) => `${place}_x`) },
  {
    name: 'name-the-parent',
    breaks: 'names the whole request as lost',
    losses: (losses) => (losses.length === 0 ? [] : ['/tools', '/messages', '/input', '/contents']),
  },
  {
    name: 'tell-too-much',
    breaks: 'tells losses of what is there',
    losses: (losses) => [
      ...losses,
      '/temperature',
      '/max_tokens',
      '/max_output_tokens',
      '/max_completion_tokens',
      '/generationConfig/temperature',
      '/generationConfig/maxOutputTokens',
    ],
  },
  {
    name: 'shape-follows-mark',
    breaks: 'prints a text with a mark otherwise',
    body: (body) => body.replaceAll(/\[\{"type":"text","text":"(q\d|nonce-[0-9a-z]+-end q\d)"\}\]/g, '"$1"'),
  },
  {
    name: 'random-ids',
    breaks: 'makes other ids in each turn',
    ask: items((list) =>
      list.map((item) =>
        item.kind === 'call'
          ? { ...item, id: `${item.id ?? ''}_${list.length}` }
          : item.kind === 'result'
            ? { ...item, of: `${item.of ?? ''}_${list.length}` }
            : item,
      ),
    ),
  },
  {
    name: 'date-in-system',
    breaks: 'puts something new in front of each request',
    ask: (ask) => ({ ...ask, items: [{ kind: 'system', text: `now ${ask.items.length}` }, ...ask.items] }),
  },
  {
    name: 'reminder-first',
    breaks: 'moves later instructions to the front',
    ask: items((list) => [
      ...list.filter((item) => item.kind === 'user' && item.text.includes('REMINDER')),
      ...list.filter((item) => !(item.kind === 'user' && item.text.includes('REMINDER'))),
    ]),
  },
  { name: 'strip-marks', breaks: 'leaves marks out', body: without('cache_control') },
  {
    name: 'new-each-time',
    breaks: 'adds something new to each request',
    body: (body) => body.replace(/\}$/, `,"zz_request":"${performance.now()}"}`),
  },
  {
    name: 'foreign-seals',
    breaks: 'sends seals of other vendors on',
    ask: items((list) =>
      list.map((item) =>
        (item.kind === 'think' || item.kind === 'call') && item.seal === undefined ? { ...item, seal: 'Rk9SRUlHTg==' } : item,
      ),
    ),
  },
  {
    name: 'drop-seals',
    breaks: 'loses signatures',
    ask: items((list) =>
      list.flatMap((item): readonly Item[] => {
        if (item.kind === 'think') return []
        if (item.kind !== 'call') return [item]
        const { seal: _, ...rest } = item
        return [rest]
      }),
    ),
    losses: () => [],
  },
  {
    name: 'seal-on-first-call-only',
    breaks: 'keeps the first signature only',
    ask: items((list) => {
      const first = list.find((item) => (item.kind === 'call' || item.kind === 'think') && item.seal !== undefined)
      return list.map((item) => {
        if ((item.kind !== 'call' && item.kind !== 'think') || item === first) return item
        const { seal: _, ...rest } = item
        return rest as Item // the same kind of item, without its signature
      })
    }),
  },
  {
    name: 'empty-thinking-dropped',
    breaks: 'leaves signed thinking without text out',
    ask: items((list) => list.filter((item) => item.kind !== 'think' || item.text !== '')),
    losses: () => [],
  },
]
