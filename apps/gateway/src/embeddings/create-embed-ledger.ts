import type { EmbedRequest, EmbedResponse } from '@interlingua/embeddings'
import type { Target } from '../channels/create-resolver.ts'
import { countTexts } from '../counting/count-texts.ts'
import type { Exchange } from '../exchange.ts'
import { countedLength } from '../metering/counted-length.ts'

/** An image, or a page. */
const fileTokens = 258

/** About how many tokens the inputs are, by a local tokenizer. */
async function estimateEmbedTokens({ inputs }: EmbedRequest): Promise<number> {
  const texts: string[] = []
  let flat = 0
  for (const { parts = [], tokens = [], title } of inputs) {
    flat += tokens.length
    if (title !== undefined) texts.push(title)
    for (const part of parts)
      if (part.type === 'text') texts.push(part.text)
      else flat += fileTokens
  }
  return Math.ceil(flat + (await countTexts(texts, countedLength)))
}

/** What upstreams have given for one request so far: a target that is asked again need not do all of it once more. */
export interface EmbedLedger {
  /** The answers of a target's calls, by the numbers of the calls; there are gaps. */
  answersOf(target: Target): readonly (EmbedResponse | undefined)[]
  /** Notes an answer: it is paid for, whatever becomes of the request. */
  add(target: Target, call: number, answer: EmbedResponse): void
  /** The client's answer is made of what this target gave. */
  settle(target: Target): void
  /** About how many tokens the request is. */
  estimate(): Promise<number>
  /** Of those, what the target has not told yet. */
  estimateRest(target: Target): Promise<number>
}

export function createEmbedLedger(exchange: Exchange, request: EmbedRequest): EmbedLedger {
  const lists = new Map<Target, EmbedResponse[]>()
  let estimated: Promise<number> | undefined
  const estimate = (): Promise<number> => (estimated ??= estimateEmbedTokens(request))
  return {
    answersOf: (target) => lists.get(target) ?? [],
    add(target, call, answer) {
      const list = lists.get(target) ?? []
      list[call] = answer
      lists.set(target, list)
      const { usage } = answer
      if (usage?.input.total !== undefined)
        exchange.spent = [...(exchange.spent ?? []), { target, usage: { ...usage, output: { total: 0 } } }]
    },
    settle(target) {
      if (exchange.spent) exchange.spent = exchange.spent.filter((spent) => spent.target !== target)
    },
    estimate,
    async estimateRest(target) {
      const told = exchange.spent?.filter((spent) => spent.target === target) ?? []
      return told.reduce((rest, { usage }) => Math.max(0, rest - (usage.input.total ?? 0)), await estimate())
    },
  }
}
