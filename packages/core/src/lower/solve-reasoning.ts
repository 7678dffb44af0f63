import type { ReasoningMode, ReasoningOptions } from '../request.ts'
import { effortOfBudget } from './effort-budgets.ts'
import type { ReasoningCapabilities, ReasoningCode, ReasoningSurroundings, ReportReasoning } from './reasoning-capabilities.ts'
import { leaveReasoningOut, modeField, usualEffort } from './reasoning-solution.ts'
import type { ReasoningSolution } from './reasoning-solution.ts'
import { solveAmounts } from './solve-amounts.ts'

/**
 * Fits reasoning options to a target: the mode, what the rest of the request rules out, effort and budget, then the summary; reports each
 * lost or changed field once. Returns `asked` itself if the target takes it as it is, and `undefined` if no option is left.
 */
export function solveReasoning(
  asked: ReasoningOptions | undefined,
  capabilities: ReasoningCapabilities,
  given: ReasoningSurroundings,
  report: ReportReasoning,
): ReasoningOptions | undefined {
  if (asked === undefined) return undefined
  const told: (keyof ReasoningOptions)[] = []
  const reportNow = (code: ReasoningCode, field: keyof ReasoningOptions): void => {
    // Left-out reasoning is reported beside everything else.
    if (code !== 'reasoning-left-out') {
      if (told.includes(field)) return
      told.push(field)
    }
    report(code, field)
  }
  if (!hasControl(capabilities)) return reportAll(asked, capabilities, reportNow)
  const solution: ReasoningSolution = { asked, can: capabilities, report: reportNow }
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
  for (const mode in modes) if (modes[mode as ReasoningMode] !== 'unsaid') return true // keys of `modes` are modes
  return false
}

/** Reports on a model without reasoning options. A model that does not reason fulfils a request for no reasoning. */
function reportAll(
  { mode, effort, budgetTokens, summary }: ReasoningOptions,
  can: ReasoningCapabilities,
  report: ReportReasoning,
): undefined {
  const { modes, summaries } = can
  const off = mode === 'off' && modes.off !== undefined
  if (mode !== undefined && !off) {
    if (modes[mode] === undefined) report('reasoning-control', 'mode')
    else if (effort === undefined && budgetTokens === undefined) report('reasoning-mode-unsaid', 'mode')
  }
  if (effort !== undefined && !(off && effort === 'none')) report(off ? 'reasoning-effort' : 'reasoning-control', 'effort')
  if (budgetTokens !== undefined) report(off ? 'reasoning-budget' : 'reasoning-control', 'budgetTokens')
  if (summary !== undefined && summaries[summary] === undefined) report('reasoning-summary-dropped', 'summary')
}

function solveMode(solution: ReasoningSolution): void {
  const { asked, can, report } = solution
  // Effort `none` turns reasoning off if the target has no such effort; beside another mode, it counts as not given.
  const none = asked.effort === 'none' && can.modes.off !== 'unsaid' && can.efforts?.includes('none') === false
  if (none) {
    delete solution.effort
    if (asked.mode !== undefined && asked.mode !== 'off') report('reasoning-effort', 'effort')
  }
  const off = asked.mode === 'off' || (asked.mode === undefined && none)
  const wanted = off ? 'off' : (asked.mode ?? impliedMode(solution))
  if (wanted === undefined) return
  const said = can.modes[wanted]
  if (off) leaveOut(solution)
  if (said === wanted) solution.mode = wanted
  else if (said === 'unsaid') {
    if (off) turnOff(solution)
    else if (solution.effort === undefined && solution.budgetTokens === undefined) report('reasoning-mode-unsaid', 'mode')
  } else {
    report('reasoning-mode', modeField(asked))
    if (off) solution.least = true
    replaceMode(solution, wanted, said)
  }
}

/** Removes options that cannot stand beside `off`. */
function leaveOut(solution: ReasoningSolution): void {
  const { effort, can, report } = solution
  if (effort !== undefined && can.besideOff?.includes('effort') !== true) {
    if (effort !== 'none') report('reasoning-effort', 'effort')
    delete solution.effort
  }
  if (solution.budgetTokens !== undefined && can.besideOff?.includes('budgetTokens') !== true) {
    report('reasoning-budget', 'budgetTokens')
    delete solution.budgetTokens
  }
}

function impliedMode({ asked, can }: ReasoningSolution): ReasoningMode | undefined {
  if (asked.budgetTokens !== undefined && can.implied?.budgetTokens !== undefined) return can.implied.budgetTokens
  if (asked.effort !== undefined) return asked.effort === 'none' ? undefined : can.implied?.effort
  return asked.budgetTokens === undefined && asked.summary !== undefined && asked.summary !== 'none' ? can.implied?.summary : undefined
}

/** Turns reasoning off by the effort `none` if the model has it, else lowers it to the least. */
function turnOff(solution: ReasoningSolution): void {
  const { efforts } = solution.can
  if (efforts?.includes('none') === true) {
    solution.effort = 'none'
    return
  }
  solution.report('reasoning-always-on', modeField(solution.asked))
  if (efforts !== undefined && efforts.length > 0) solution.least = true
}

/** Replaces a mode; the caller has reported the loss. */
function replaceMode(solution: ReasoningSolution, wanted: ReasoningMode, said: ReasoningMode | undefined): void {
  if (said === undefined || solution.can.modes[said] !== said) return
  solution.mode = said
  if (wanted !== 'on' || said === 'off') return
  solution.effort ??= solution.budgetTokens === undefined ? usualEffort : effortOfBudget(solution.budgetTokens)
  delete solution.budgetTokens
}

function ruleOut(solution: ReasoningSolution, { forcedTool, lacksThoughts }: ReasoningSurroundings): void {
  const { mode, asked, can, report } = solution
  const rule = mode && can.ruledOut?.[mode]
  if (mode === undefined || rule === undefined) return
  const becomes = forcedTool === true ? rule.byForcedTool : lacksThoughts?.() === true ? rule.byLostThoughts : mode
  if (becomes === mode) return
  if (becomes === 'off') leaveReasoningOut(solution)
  else {
    report('reasoning-mode', modeField(asked))
    replaceMode(solution, mode, becomes)
  }
}

function solveSummary(solution: ReasoningSolution): void {
  const { asked, can, report, mode } = solution
  if (asked.summary === undefined) {
    const unwanted = solution.least === true && can.modes.off === 'unsaid'
    if (can.hidden === true && !unwanted && wantsReasoning(solution)) solution.summary = 'auto'
    return
  }
  const said = can.summaries[asked.summary]
  const homeless = can.summaryBeside !== undefined && (mode === undefined || !can.summaryBeside.includes(mode))
  if (said === undefined) report('reasoning-summary-dropped', 'summary')
  else if (homeless || (mode === 'off' && said !== 'none')) {
    // With reasoning off no summary is shown, so a request for `none` loses nothing.
    if (said !== 'none') report('reasoning-summary', 'summary')
  } else {
    if (said !== asked.summary) report('reasoning-summary', 'summary')
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
