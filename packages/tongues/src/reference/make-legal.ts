import type { Ask, FormatId, Item, Options } from '../formats/gist.ts'
import { isObject } from '../json/access.ts'
import { tryJson } from '../json/parse-json.ts'

/** A request that the target's vendor takes, with what was lost on the way. */
export interface Legal {
  readonly ask: Ask
  readonly losses: readonly string[]
  /** Names of tools as the target has them, with those of the caller. */
  readonly names: ReadonlyMap<string, string>
}

type Call = Item & { readonly kind: 'call' }
type Result = Item & { readonly kind: 'result' }

const options: Readonly<Record<FormatId, readonly (keyof Options)[]>> = {
  M: ['maxTokens', 'temperature', 'topP', 'topK', 'stop', 'effort', 'parallel'],
  R: ['maxTokens', 'temperature', 'topP', 'effort', 'parallel'],
  C: ['maxTokens', 'temperature', 'topP', 'stop', 'seed', 'effort', 'parallel'],
  G: ['maxTokens', 'temperature', 'topP', 'topK', 'stop', 'seed', 'effort'],
  I: ['maxTokens', 'temperature', 'topP', 'stop', 'seed'],
  B: ['maxTokens', 'temperature', 'topP', 'stop'],
}

/** Names by which callers know an option. */
export const optionNames: Readonly<Record<keyof Options, readonly string[]>> = {
  maxTokens: ['max_tokens', 'max_output_tokens', 'max_completion_tokens', 'maxOutputTokens'],
  temperature: ['temperature'],
  topP: ['top_p', 'topP'],
  topK: ['top_k', 'topK'],
  stop: ['stop', 'stop_sequences', 'stopSequences'],
  seed: ['seed'],
  effort: ['reasoning_effort', 'effort', 'budget_tokens', 'thinkingBudget', 'thinkingLevel'],
  parallel: ['parallel_tool_calls', 'disable_parallel_tool_use'],
}

/** Makes a request legal for a format. */
export function makeLegal(given: Ask, to: FormatId, model: string): Legal {
  const losses: string[] = []
  const names = new Map<string, string>()
  const nameOf = (name: string): string => {
    const made = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
    names.set(made, name)
    return made
  }
  const kept = keepOptions(given, to, model, losses)
  const list = pair(given.items, losses)
    .filter((item) => (item.kind !== 'user' && item.kind !== 'assistant' && item.kind !== 'system') || item.text !== '')
    .map((item): Item => {
      if (item.kind === 'result' && item.error === true && (to === 'C' || to === 'R')) losses.push('is_error', 'error')
      if (item.kind === 'call') return { ...item, name: nameOf(item.name), args: argsFor(item.args, to, losses) }
      return item.kind === 'result' && item.name !== undefined ? { ...item, name: nameOf(item.name) } : item
    })
  const first = list.findIndex(({ kind }) => kind !== 'system')
  if ((to === 'M' || to === 'G' || to === 'R') && list.slice(Math.max(first, 0)).some(({ kind }) => kind === 'system'))
    losses.push('system', 'developer', 'role')
  if (list.some((item) => (item.kind === 'user' || item.kind === 'system') && item.mark === true) && to === 'G')
    losses.push('cache_control', 'prompt_cache_breakpoint')
  const { choice, format } = given
  if (to === 'M' && choice !== undefined && typeof choice === 'object' && 'allowed' in choice) losses.push('allowed_tools', 'tool_choice')
  if (to === 'G' && given.tools.some(({ strict }) => strict === true)) losses.push('strict')
  if (format !== undefined && format.schema === undefined && to === 'M')
    losses.push('response_format', 'format', 'type', 'responseMimeType')
  const allowed = typeof choice === 'object' && 'allowed' in choice && to === 'M' ? choice.allowed : undefined
  return {
    ask: {
      items: list,
      tools: given.tools
        .filter(({ name }) => allowed === undefined || allowed.includes(name))
        .map((tool) => ({ ...tool, name: nameOf(tool.name) })),
      options: kept,
      ...(choice !== undefined && { choice: typeof choice === 'object' && 'name' in choice ? { name: nameOf(choice.name) } : choice }),
      ...(format !== undefined && { format }),
    },
    losses,
    names,
  }
}

function keepOptions(given: Ask, to: FormatId, model: string, losses: string[]): Options {
  const made = Object.fromEntries(
    Object.entries(given.options).filter(([name]) => {
      const option = name as keyof Options // keys of options
      const sampledTwice = to === 'M' && option === 'topP' && given.options.temperature !== undefined && model.includes('claude')
      if (options[to].includes(option) && !sampledTwice) return true
      losses.push(...optionNames[option])
      return false
    }),
  ) as Options // a part of options
  const { effort } = made
  // Levels that only some vendors have.
  if (effort !== undefined && !/^(off|low|medium|high|\d+)$/.test(effort)) return { ...made, effort: effort === 'minimal' ? 'low' : 'high' }
  if (made.stop !== undefined && to === 'C' && made.stop.length > 4) {
    losses.push(...optionNames.stop)
    return { ...made, stop: made.stop.slice(0, 4) }
  }
  return made
}

/** Arguments are objects with M and G. */
function argsFor(args: string, to: FormatId, losses: string[]): string {
  const value = tryJson(args.trim() || '{}')
  if (isObject(value) || to === 'R' || to === 'C') return args.trim() === '' ? '{}' : args
  losses.push('arguments')
  return `{"arguments":${value === undefined ? JSON.stringify(args) : args}}`
}

/** Calls and results in pairs: ids are unique, each call is answered right behind its turn, and no result is without a call. */
function pair(list: readonly Item[], losses: string[]): readonly Item[] {
  const made: Item[] = []
  const taken = new Set<string>()
  let open: { readonly call: Call; readonly id: string; answered: boolean; readonly place: number }[] = []
  let made0 = 0
  const renamed = (id: string | undefined): string => {
    const plain = (id ?? `call_${made0++}`).replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    let unique = plain
    for (let count = 2; taken.has(unique); count++) unique = `${plain}_${count}`
    taken.add(unique)
    return unique
  }
  /** Answers calls without a result, before another turn. */
  const close = (): void => {
    for (const each of open)
      if (!each.answered) {
        losses.push('tool_calls', each.id)
        made.push({ kind: 'result', of: each.id, name: each.call.name, text: 'no result' })
      }
    open = []
  }
  let waiting: Item[] = []
  const flush = (): void => {
    close()
    made.push(...waiting)
    waiting = []
  }
  let answering = false
  for (const item of list) {
    if (item.kind === 'call') {
      if (answering || waiting.length > 0) flush()
      answering = false
      const id = renamed(item.id)
      open.push({ call: item, id, answered: false, place: made.length })
      made.push({ ...item, id })
    } else if (item.kind === 'result') {
      answering = true
      const found = findCall(open, item)
      if (found === undefined) {
        losses.push('tool_result', item.of ?? item.name ?? '')
        continue
      }
      found.answered = true
      made.push({ ...item, of: found.id, name: found.call.name })
    } else if (open.length > 0 && item.kind !== 'think' && item.kind !== 'assistant') {
      // Results come before other words of their turn.
      answering = true
      waiting.push(item)
    } else {
      if (answering) flush()
      answering = false
      made.push(item)
    }
  }
  flush()
  return made
}

function findCall(
  open: readonly { readonly call: Call; readonly id: string; answered: boolean }[],
  result: Result,
): (typeof open)[number] | undefined {
  const free = open.filter(({ answered }) => !answered)
  return (
    free.find(({ call }) => result.of !== undefined && call.id === result.of) ??
    free.find(({ call }) => (result.of === undefined || call.id === undefined) && call.name === result.name)
  )
}
