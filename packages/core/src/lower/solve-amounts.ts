import type { ReasoningEffort, ReasoningMode } from '../request.ts'
import { effortBudgets, effortOfBudget, fitEffort, lowerEffortOf, lowestEffort } from './effort-budgets.ts'
import type { BudgetCapability, ReasoningSurroundings } from './reasoning-capabilities.ts'
import { leaveReasoningOut, usualEffort } from './reasoning-solution.ts'
import type { ReasoningSolution } from './reasoning-solution.ts'

/** Converts between effort and budget by `effortBudgets`, and fits both to the model. */
export function solveAmounts(solution: ReasoningSolution, { maxTokens }: ReasoningSurroundings): void {
  const { can, mode, report } = solution
  const takesEffort = can.efforts === undefined || can.efforts.length > 0
  const budget = can.budget && takesBudget(can.budget, mode) ? can.budget : undefined
  if (solution.least === true) takeLeast(solution, budget)
  if (solution.effort !== undefined && solution.budgetTokens !== undefined && can.exclusive !== undefined && takesEffort) {
    report('reasoning-budget', 'budgetTokens')
    delete solution.budgetTokens
  }
  if (solution.budgetTokens !== undefined && budget === undefined && (mode !== 'off' || can.besideOff?.includes('budgetTokens') !== true)) {
    if (takesEffort && mode !== 'off') solution.effort ??= effortOfBudget(solution.budgetTokens)
    report('reasoning-budget', 'budgetTokens')
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
  const { can, mode, report } = solution
  const highest = mode && can.highest?.[mode]
  const bounded = highest === undefined ? effort : lowerEffortOf(effort, highest)
  const fitted = can.efforts === undefined ? bounded : fitEffort(bounded, can.efforts)
  if (fitted !== effort && solution.asked.effort !== undefined) report('reasoning-effort', 'effort')
  if (fitted === undefined) delete solution.effort
  else solution.effort = fitted
}

/** Fits the budget; `effort` is the caller's, before the model's limits changed it. */
function solveBudget(
  solution: ReasoningSolution,
  effort: ReasoningEffort | undefined,
  range: BudgetCapability,
  maxTokens: number | undefined,
): void {
  const { asked, report } = solution
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
  report('reasoning-budget', asked.budgetTokens !== undefined ? 'budgetTokens' : asked.effort !== undefined ? 'effort' : 'mode')
}

/** Largest budget that fits. A guessed budget leaves half of the output cap for the answer. */
function roomFor({ below, max }: BudgetCapability, maxTokens: number | undefined, guessed: boolean): number {
  if (below === undefined || maxTokens === undefined) return max
  if (guessed) return Math.floor(maxTokens / 2)
  return below === 'max-tokens' ? maxTokens - 1 : max
}

function budgetOf(effort: ReasoningEffort, { max }: BudgetCapability): number {
  return effort === 'max' && Number.isFinite(max) ? max : effortBudgets[effort]
}
