import type { ReasoningEffort, ReasoningMode } from '../request.ts'
import { effortBudgets, effortOfBudget, fitEffort, lowerEffortOf, lowestEffort } from './effort-budgets.ts'
import type { BudgetCapability, ReasoningSurroundings } from './reasoning-capabilities.ts'
import { leaveReasoningOut, usualEffort } from './reasoning-solution.ts'
import type { ReasoningSolution } from './reasoning-solution.ts'

/** Effort and budget: one becomes the other by the one table, and both are fitted to what the model takes. */
export function solveAmounts(solution: ReasoningSolution, { maxTokens }: ReasoningSurroundings): void {
  const { can, mode, tell } = solution
  const takesEffort = can.efforts === undefined || can.efforts.length > 0
  const budget = can.budget && takesBudget(can.budget, mode) ? can.budget : undefined
  if (solution.least === true) takeLeast(solution, budget)
  if (solution.effort !== undefined && solution.budgetTokens !== undefined && can.exclusive !== undefined && takesEffort) {
    tell('reasoning-budget', 'budgetTokens')
    delete solution.budgetTokens
  }
  if (solution.budgetTokens !== undefined && budget === undefined && (mode !== 'off' || can.besideOff?.includes('budgetTokens') !== true)) {
    if (takesEffort && mode !== 'off') solution.effort ??= effortOfBudget(solution.budgetTokens)
    tell('reasoning-budget', 'budgetTokens')
    delete solution.budgetTokens
  }
  const { effort } = solution
  if (effort !== undefined) solveEffort(solution, effort)
  if (budget && mode !== 'off') solveBudget(solution, effort, budget, maxTokens)
}

function takesBudget({ of }: BudgetCapability, mode: ReasoningMode | undefined): boolean {
  return mode !== 'off' && (of === undefined || of === mode)
}

function takeLeast(solution: ReasoningSolution, budget: BudgetCapability | undefined): void {
  const lowest = lowestEffort(solution.can.efforts ?? [])
  if (solution.effort === undefined && lowest !== undefined) solution.effort = lowest
  if (budget && (solution.effort === undefined || budget.of !== undefined)) solution.budgetTokens = budget.min
}

function solveEffort(solution: ReasoningSolution, effort: ReasoningEffort): void {
  const { can, mode, tell } = solution
  const highest = mode && can.highest?.[mode]
  const bounded = highest === undefined ? effort : lowerEffortOf(effort, highest)
  const fitted = can.efforts === undefined ? bounded : fitEffort(bounded, can.efforts)
  if (fitted !== effort && solution.asked.effort !== undefined) tell('reasoning-effort', 'effort')
  if (fitted === undefined) delete solution.effort
  else solution.effort = fitted
}

/** `effort`: as it was before the model changed it. */
function solveBudget(
  solution: ReasoningSolution,
  effort: ReasoningEffort | undefined,
  range: BudgetCapability,
  maxTokens: number | undefined,
): void {
  const { asked, tell } = solution
  const demanded = range.of !== undefined
  if (solution.budgetTokens === undefined) {
    if (demanded) solution.budgetTokens = budgetOf(effort ?? usualEffort, range)
    else if (effort === undefined || solution.effort !== undefined || range.asked === true) return
    else solution.budgetTokens = budgetOf(effort, range)
  }
  const room = roomFor(range, maxTokens, asked.budgetTokens === undefined)
  if (room < range.min && solution.can.modes.off === 'off') {
    leaveReasoningOut(solution)
    return
  }
  const most = Math.max(range.min, Math.min(range.max, room))
  const fitted = Math.trunc(Math.min(Math.max(solution.budgetTokens, range.min), most))
  if (fitted === solution.budgetTokens) return
  solution.budgetTokens = fitted
  tell('reasoning-budget', asked.budgetTokens !== undefined ? 'budgetTokens' : asked.effort !== undefined ? 'effort' : 'mode')
}

/** What a budget may take. One that is our guess leaves half of the output cap for the answer. */
function roomFor({ below, max }: BudgetCapability, maxTokens: number | undefined, guessed: boolean): number {
  if (below === undefined || maxTokens === undefined) return max
  if (guessed) return Math.floor(maxTokens / 2)
  return below === 'max-tokens' ? maxTokens - 1 : max
}

function budgetOf(effort: ReasoningEffort, { max }: BudgetCapability): number {
  return effort === 'max' && Number.isFinite(max) ? max : effortBudgets[effort]
}
