import type { ReasoningMode, ReasoningOptions } from '../request.ts'
import { effortOfBudget } from './effort-budgets.ts'
import type { ReasoningCapabilities, ReasoningCode, ReasoningSurroundings, ReportReasoning } from './reasoning-capabilities.ts'
import { leaveReasoningOut, modeField, usualEffort } from './reasoning-solution.ts'
import type { ReasoningSolution } from './reasoning-solution.ts'
import { solveAmounts } from './solve-amounts.ts'

/**
 * What was asked for, as the target can be told: first the mode, then what the rest of the request rules out, then effort and budget by the one
 * table, then the summary. A field that is lost or changed is told once, beside the notice that reasoning is left out. Gives back `asked` itself where the target takes it as it is, and
 * `undefined` where nothing is left to say.
 */
export function solveReasoning(
  asked: ReasoningOptions | undefined,
  capabilities: ReasoningCapabilities,
  given: ReasoningSurroundings,
  report: ReportReasoning,
): ReasoningOptions | undefined {
  if (asked === undefined) return undefined
  const told: (keyof ReasoningOptions)[] = []
  const tell = (code: ReasoningCode, field: keyof ReasoningOptions): void => {
    // That there is no reasoning at all is said beside everything else.
    if (code !== 'reasoning-left-out') {
      if (told.includes(field)) return
      told.push(field)
    }
    report(code, field)
  }
  if (!hasControl(capabilities)) return tellAll(asked, capabilities, tell)
  const solution: ReasoningSolution = { asked, can: capabilities, tell }
  if (asked.effort !== undefined) solution.effort = asked.effort
  if (asked.budgetTokens !== undefined) solution.budgetTokens = asked.budgetTokens
  solveMode(solution)
  ruleOut(solution, given)
  solveAmounts(solution, given)
  solveSummary(solution)
  return read(solution)
}

function hasControl({ modes, efforts, budget }: ReasoningCapabilities): boolean {
  if (efforts === undefined || efforts.length > 0 || budget !== undefined) return true
  for (const mode in modes) if (modes[mode as ReasoningMode] !== 'unsaid') return true // its keys are modes
  return false
}

/** A model that cannot be told anything. One that does not reason does what was asked where that was nothing. */
function tellAll({ mode, effort, budgetTokens, summary }: ReasoningOptions, can: ReasoningCapabilities, tell: ReportReasoning): undefined {
  const { modes, summaries } = can
  const off = mode === 'off' && modes.off !== undefined
  if (mode !== undefined && !off) {
    if (modes[mode] === undefined) tell('reasoning-control', 'mode')
    else if (effort === undefined && budgetTokens === undefined) tell('reasoning-mode-unsaid', 'mode')
  }
  if (effort !== undefined && !(off && effort === 'none')) tell(off ? 'reasoning-effort' : 'reasoning-control', 'effort')
  if (budgetTokens !== undefined) tell(off ? 'reasoning-budget' : 'reasoning-control', 'budgetTokens')
  if (summary !== undefined && summaries[summary] === undefined) tell('reasoning-summary-dropped', 'summary')
}

function solveMode(solution: ReasoningSolution): void {
  const { asked, can, tell } = solution
  // Where no effort says it, who asks for none turns reasoning off; beside a mode it is how nobody says anything.
  const none = asked.effort === 'none' && can.modes.off !== 'unsaid' && can.efforts?.includes('none') === false
  if (none) {
    delete solution.effort
    if (asked.mode !== undefined && asked.mode !== 'off') tell('reasoning-effort', 'effort')
  }
  const off = asked.mode === 'off' || (asked.mode === undefined && none)
  const wanted = off ? 'off' : (asked.mode ?? impliedMode(solution))
  if (wanted === undefined) return
  const said = can.modes[wanted]
  if (off) leaveOut(solution)
  if (said === wanted) solution.mode = wanted
  else if (said === 'unsaid') {
    if (off) turnOff(solution)
    else if (solution.effort === undefined && solution.budgetTokens === undefined) tell('reasoning-mode-unsaid', 'mode')
  } else {
    tell('reasoning-mode', modeField(asked))
    if (off) solution.least = true
    replaceMode(solution, wanted, said)
  }
}

/** What was asked for beside `off` and cannot stand there. */
function leaveOut(solution: ReasoningSolution): void {
  const { effort, can, tell } = solution
  if (effort !== undefined && can.besideOff?.includes('effort') !== true) {
    if (effort !== 'none') tell('reasoning-effort', 'effort')
    delete solution.effort
  }
  if (solution.budgetTokens !== undefined && can.besideOff?.includes('budgetTokens') !== true) {
    tell('reasoning-budget', 'budgetTokens')
    delete solution.budgetTokens
  }
}

function impliedMode({ asked, can }: ReasoningSolution): ReasoningMode | undefined {
  if (asked.budgetTokens !== undefined && can.implied?.budgetTokens !== undefined) return can.implied.budgetTokens
  if (asked.effort !== undefined) return asked.effort === 'none' ? undefined : can.implied?.effort
  return asked.budgetTokens === undefined && asked.summary !== undefined && asked.summary !== 'none' ? can.implied?.summary : undefined
}

/** By an effort, where the model has one for it; else by the lowest that it has. */
function turnOff(solution: ReasoningSolution): void {
  const { efforts } = solution.can
  if (efforts?.includes('none') === true) {
    solution.effort = 'none'
    return
  }
  solution.tell('reasoning-always-on', modeField(solution.asked))
  if (efforts !== undefined && efforts.length > 0) solution.least = true
}

/** The caller is told already. */
function replaceMode(solution: ReasoningSolution, wanted: ReasoningMode, said: ReasoningMode | undefined): void {
  if (said === undefined || solution.can.modes[said] !== said) return
  solution.mode = said
  if (wanted !== 'on' || said === 'off') return
  solution.effort ??= solution.budgetTokens === undefined ? usualEffort : effortOfBudget(solution.budgetTokens)
  delete solution.budgetTokens
}

function ruleOut(solution: ReasoningSolution, { forcedTool, lacksThoughts }: ReasoningSurroundings): void {
  const { mode, asked, can, tell } = solution
  const rule = mode && can.ruledOut?.[mode]
  if (mode === undefined || rule === undefined) return
  const becomes = forcedTool === true ? rule.byForcedTool : lacksThoughts?.() === true ? rule.byLostThoughts : mode
  if (becomes === mode) return
  if (becomes === 'off') leaveReasoningOut(solution)
  else {
    tell('reasoning-mode', modeField(asked))
    replaceMode(solution, mode, becomes)
  }
}

function solveSummary(solution: ReasoningSolution): void {
  const { asked, can, tell, mode } = solution
  if (asked.summary === undefined) {
    const unwanted = solution.least === true && can.modes.off === 'unsaid'
    if (can.hidden === true && !unwanted && wantsReasoning(solution)) solution.summary = 'auto'
    return
  }
  const said = can.summaries[asked.summary]
  const homeless = can.summaryBeside !== undefined && (mode === undefined || !can.summaryBeside.includes(mode))
  if (said === undefined) tell('reasoning-summary-dropped', 'summary')
  else if (homeless || (mode === 'off' && said !== 'none')) {
    // Nothing will be shown: who wants to see nothing loses nothing.
    if (said !== 'none') tell('reasoning-summary', 'summary')
  } else {
    if (said !== asked.summary) tell('reasoning-summary', 'summary')
    solution.summary = said
  }
}

function wantsReasoning({ asked, mode, effort, budgetTokens, least }: ReasoningSolution): boolean {
  if (mode === 'off' || effort === 'none' || (asked.mode === undefined && asked.effort === 'none' && least !== true)) return false
  return mode !== undefined || effort !== undefined || budgetTokens !== undefined || (asked.mode !== undefined && asked.mode !== 'off')
}

function read({ asked, can, mode, effort, budgetTokens, summary }: ReasoningSolution): ReasoningOptions | undefined {
  const solved: { -readonly [K in keyof ReasoningOptions]: ReasoningOptions[K] } = {}
  if (effort !== undefined) solved.effort = effort
  if (budgetTokens !== undefined) solved.budgetTokens = budgetTokens
  if (mode !== undefined && !(can.exclusive === 'all' && (effort !== undefined || budgetTokens !== undefined))) solved.mode = mode
  if (summary !== undefined) solved.summary = summary
  if (
    solved.mode === asked.mode &&
    solved.effort === asked.effort &&
    solved.budgetTokens === asked.budgetTokens &&
    solved.summary === asked.summary
  )
    return asked
  for (const _ in solved) return solved
  return undefined
}
