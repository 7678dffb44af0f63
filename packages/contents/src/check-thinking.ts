import { isJsonObject, WireError } from '@interlingua/core'
import type { Context, JsonObject, ModelProfile, Pointer } from '@interlingua/core'
import { findMember } from './check-contents.ts'

const levels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']

/**
 * Checks `thinkingBudget` and `thinkingLevel` against the model, if it is known: budgets are a range, with 0 (off) and -1 (adaptive) apart.
 */
export function checkThinking(body: JsonObject, at: Pointer, { model }: Context): void {
  const config = findMember(body, 'generationConfig', at)
  const thinking = config && isJsonObject(config.value) ? findMember(config.value, 'thinkingConfig', config.at) : undefined
  if (thinking === undefined || !isJsonObject(thinking.value)) return
  const budget = findMember(thinking.value, 'thinkingBudget', thinking.at)
  if (budget && typeof budget.value === 'number' && model) checkBudget(budget.value, budget.at, model)
  const level = findMember(thinking.value, 'thinkingLevel', thinking.at)
  if (level && typeof level.value === 'string' && model) checkLevel(level.value, level.at, model)
}

function checkBudget(budget: number, at: Pointer, { budget: range, reasoning }: ModelProfile): void {
  if (budget === 0 || budget === -1) {
    const mode = budget === 0 ? 'off' : 'adaptive'
    if (reasoning === undefined || reasoning.includes(mode)) return
    throw new WireError('contents', at, budget === 0 ? 'the model cannot go without thinking' : 'the model has no dynamic budget')
  }
  if (range === undefined || (budget >= range.min && budget <= range.max)) return
  throw new WireError('contents', at, `must be from ${range.min} to ${range.max}`)
}

/** Checks a level; an unknown one may be of a later version. */
function checkLevel(level: string, at: Pointer, { efforts }: ModelProfile): void {
  const word = level.toUpperCase()
  if (efforts === undefined || !levels.includes(word)) return
  const known: readonly string[] = efforts
  if (known.includes(word.toLowerCase())) return
  const taken = levels.filter((name) => known.includes(name.toLowerCase()))
  throw new WireError('contents', at, taken.length === 0 ? 'the model takes no thinking level' : `must be one of ${taken.join(', ')}`)
}
