import type { Interactions } from '@google/genai'
import type { Driver, Reply, Talk, Turn } from './driver.ts'
import { clientOf } from './genai-driver.ts'
import { trace } from './trace.ts'

type Step = Interactions.Step
type Event = Interactions.InteractionSSEEvent

/** Answer, as far as both its document and its stream have it. */
interface Answer {
  readonly status?: string | undefined
  readonly steps: readonly Step[]
  readonly usage?: Interactions.Usage | undefined
}

export const genaiInteractionsDriver: Driver = {
  name: '@google/genai interactions',
  format: 'interactions',
  lacks: new Set(['instruct', 'cache-mark']),
  async ask(gateway, model, talk, stream, signal) {
    const seen = trace()
    const { interactions } = clientOf(gateway, seen)
    const params = paramsOf(model, talk)
    const options = { maxRetries: 0, ...(signal && { signal }) }
    const answer = stream
      ? await fold(await interactions.create({ ...params, stream: true }, options))
      : documentOf(await interactions.create({ ...params, stream: false }, options))
    const texts = answer.steps.map((step) => (step.type === 'model_output' ? textOf(step.content ?? []) : ''))
    const thoughts = answer.steps.map((step) => (step.type === 'thought' ? textOf(step.summary ?? []) : ''))
    return {
      text: texts.join(''),
      reasoning: thoughts.join(''),
      calls: answer.steps.flatMap((step) =>
        step.type === 'function_call' ? [{ id: step.id, name: step.name, input: step.arguments as unknown }] : [],
      ),
      finish: finishes[answer.status ?? ''] ?? 'unknown',
      input: answer.usage?.total_input_tokens,
      output: answer.usage && (answer.usage.total_output_tokens ?? 0) + (answer.usage.total_thought_tokens ?? 0),
      cacheRead: answer.usage?.total_cached_tokens,
      replay: answer.steps,
      notices: seen.header('interlingua-notices'),
    }
  },
  readError(error) {
    if (!(error instanceof Error)) return undefined
    // The classes of this part of the SDK are not exported.
    const { status } = error as Error & { readonly status?: unknown }
    return { status: typeof status === 'number' ? status : undefined, message: error.message }
  },
}

const finishes: Readonly<Record<string, Reply['finish']>> = {
  completed: 'stop',
  requires_action: 'tool-calls',
  incomplete: 'length',
  failed: 'filter',
}

function documentOf({ status, steps = [], usage }: Interactions.Interaction): Answer {
  return { status, steps, usage }
}

/** An answer by its stream, as code on top of the SDK puts it together. */
async function fold(events: AsyncIterable<Event>): Promise<Answer> {
  const steps: Step[] = []
  const pieces: string[] = []
  let end: Pick<Answer, 'status' | 'usage'> | undefined
  for await (const event of events) {
    if (event.event_type === 'error') throw Object.assign(new Error(event.error?.message ?? ''), { status: undefined })
    if (event.event_type === 'step.start') steps[event.index] = structuredClone(event.step)
    if (event.event_type === 'step.delta') extend(steps, pieces, event)
    if (event.event_type === 'interaction.completed') end = event.interaction
  }
  if (end === undefined) throw new Error('the stream has no end')
  for (const [index, step] of steps.entries())
    if (step.type === 'function_call' && pieces[index]) step.arguments = JSON.parse(pieces[index]) as typeof step.arguments
  return { ...end, steps }
}

function extend(steps: Step[], pieces: string[], { index, delta }: Extract<Event, { event_type: 'step.delta' }>): void {
  const step = steps[index]
  if (delta.type === 'arguments_delta') pieces[index] = (pieces[index] ?? '') + (delta.arguments ?? '')
  if (step?.type === 'thought' && delta.type === 'thought_signature') step.signature = delta.signature
  if (step?.type === 'thought' && delta.type === 'thought_summary' && delta.content?.type === 'text') {
    // Each piece goes on with the text before it.
    const said = textOf(step.summary ?? []) + delta.content.text
    step.summary = [{ type: 'text', text: said }]
  }
  if (step?.type === 'model_output' && delta.type === 'text') step.content = [...(step.content ?? []), { type: 'text', text: delta.text }]
}

function textOf(contents: readonly { readonly type?: string; readonly text?: unknown }[]): string {
  return contents.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

function paramsOf(model: string, talk: Talk): Omit<Interactions.CreateModelInteractionParamsNonStreaming, 'stream'> {
  return {
    model,
    store: false,
    input: talk.turns.flatMap(stepsOf),
    ...(talk.system !== undefined && { system_instruction: talk.system }),
    ...(talk.tools && {
      tools: talk.tools.map(({ name, schema }) => ({ type: 'function' as const, name, description: name, parameters: schema })),
    }),
    generation_config: {
      ...(talk.maxTokens !== undefined && { max_output_tokens: talk.maxTokens }),
      ...(talk.stop && { stop_sequences: [...talk.stop] }),
      ...(talk.thinking && { thinking_level: 'medium' as const, thinking_summaries: 'auto' as const }),
    },
    ...(talk.schema && { response_format: [{ type: 'text' as const, mime_type: 'application/json', schema: talk.schema }] }),
  }
}

function stepsOf(turn: Turn): Step[] {
  if ('instruct' in turn) throw new TypeError('the format has no instructions in the middle')
  if ('replay' in turn) return turn.replay as Step[] // an answer's steps
  if ('results' in turn) return turn.results.map(({ id, name, text }) => ({ type: 'function_result', call_id: id, name, result: text }))
  const media = (turn.media ?? []).map(({ kind, mime, base64 }) => ({
    type: kind === 'pdf' ? ('document' as const) : kind,
    mime_type: mime,
    data: base64,
  }))
  const content = [...media, { type: 'text', text: turn.say }] as Interactions.UserInputStep['content'] // the types list the kinds of media one by one
  return [{ type: 'user_input', content }]
}
