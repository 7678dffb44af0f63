import {
  createReversals,
  deriveId,
  hoistAddedTools,
  isJsonObject,
  keepInputs,
  noteCallId,
  readInputs,
  UnsupportedError,
  withoutIdleState,
} from '@interlingua/core'
import type { Context, GenerateRequest, Lowered, ReasoningOptions, ReversalDraft } from '@interlingua/core'
import type { Draft } from './extension.ts'
import { restOf } from './extension.ts'
import { fates } from './fates.ts'
import { effortOfBudget } from './lower/effort-budgets.ts'
import { isOwn } from './lower/is-own.ts'
import { limitCacheMarks } from './lower/limit-cache-marks.ts'
import { lowerCacheOptions, lowerOutput, lowerSampling, lowerServiceTier, markFormat, placeOf, placeOfMode } from './lower/lower-options.ts'
import { lowerPrefill } from './lower/lower-prefill.ts'
import { lowerReasoning } from './lower/lower-reasoning.ts'
import { lacksThinking } from './lower/lacks-thinking.ts'
import { lowerTools } from './lower/lower-tools.ts'
import { lowerTurns } from './lower/lower-turns.ts'
import { pairResults } from './lower/pair-results.ts'
import { placeInstructions } from './lower/place-instructions.ts'
import type { LowerScope } from './lower/scope.ts'
import { spokenVersion } from './lower/spoken-version.ts'
import { createNameFinder } from './lower/tool-names.ts'
import { createOnce } from './create-once.ts'
import { notice } from './notices.ts'
import { versionWithoutSampling } from './profiles.ts'

/**
 * Makes a conversation legal for this format, with a notice for each change; what is legal already stays as it is, and silent.
 * Throws `UnsupportedError` where nothing of what was asked would be left.
 */
export function lowerRequest(given: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const request = hoistAddedTools(given, (at) => context.onNotice(notice('tool-changes', at)))
  const reversals = createReversals()
  let names: LowerScope['nameOf'] | undefined
  // Most conversations call nothing.
  const nameOf: LowerScope['nameOf'] = (ref, at) => (names ??= createNameFinder(request, context, reversals))(ref, at)
  const scope: LowerScope = {
    context,
    report: (code, at) => context.onNotice(notice(code, at)),
    nameOf,
    callIdOf: createCallIds(context, reversals),
    inputOf: readInputs(request.turns),
    inputs: [],
    lenient: spokenVersion(request, context) < versionWithoutSampling,
  }
  const lowered = withoutIdleState(request)
  const { tools, toolChoice } = lowerTools(request, context, nameOf, reversals)
  put(lowered, 'tools', tools)
  put(lowered, 'toolChoice', toolChoice)
  const output = lowerOutput(request, context)
  lowered.output = output
  put(lowered, 'reasoning', lowerReasoning(request, context, output.maxTokens ?? 0))
  withoutThinking(lowered, request, context)
  const thinking = lowered.reasoning?.mode === 'on' || lowered.reasoning?.mode === 'adaptive'
  put(lowered, 'sampling', lowerSampling(request, context, thinking))
  put(lowered, 'serviceTier', lowerServiceTier(request, context))
  put(lowered, 'cache', lowerCacheOptions(request, context))
  const parts = lowerTurns(request.turns, scope)
  // A conversation that goes on at the server has its calls there.
  const goesOn = request.state?.thread !== undefined || isJsonObject(restOf(request).thread)
  const paired = goesOn ? parts : pairResults(parts, scope)
  lowered.turns = lowerPrefill(placeInstructions(paired, scope), scope)
  if (
    !lowered.turns.some(({ author, extensions }) => author !== 'instruction' || extensions?.messages?.hint?.role === 'system') &&
    (request.turns.length > 0 || request.state?.previousResponse !== undefined || request.state?.conversation !== undefined)
  )
    throw nothingLeft(request)
  const legal = limitCacheMarks(markFormat(lowered), scope)
  fates.request(legal, context)
  if (scope.inputs.length > 0) keepInputs(legal.turns, scope.inputs)
  return { request: legal, reversals }
}

/** What a caller left at another provider is the reason, where it left something there. */
function nothingLeft(request: GenerateRequest): UnsupportedError {
  const { previousResponse, conversation } = request.state ?? {}
  if (previousResponse === undefined && conversation === undefined)
    return new UnsupportedError('messages', '', 'nothing of the conversation can be said in this format')
  const at = placeOf(request, previousResponse === undefined ? 'state.conversation' : 'state.previousResponse')
  return new UnsupportedError('messages', at, 'this format does not know the conversation that is kept at another provider')
}

function put<K extends keyof GenerateRequest>(request: Draft<GenerateRequest>, key: K, value: GenerateRequest[K] | undefined): void {
  if (value !== undefined) request[key] = value
  else if (request[key] !== undefined) delete request[key]
}

/**
 * A budget and a forced tool exclude each other, and a budget wants the thinking of the calls so far: they are what the caller needs more.
 * Adaptive thinking wants none, where the model has it.
 */
function withoutThinking(lowered: Draft<GenerateRequest>, request: GenerateRequest, context: Context): void {
  const { reasoning } = lowered
  if (reasoning?.mode !== 'on' || (lowered.toolChoice?.mode !== 'required' && !lacksThinking(request))) return
  if (lowered.toolChoice?.mode !== 'required' && context.model?.reasoning?.includes('adaptive') === true && !isOwn(request)) {
    context.onNotice(notice('thinking-mode', placeOfMode(request)))
    lowered.reasoning = asAdaptive(reasoning, context)
    return
  }
  context.onNotice(notice('thinking-off', placeOfMode(request)))
  lowered.reasoning = { mode: 'off' }
}

/** A budget as the effort that it stands for, as far as the model has efforts. */
function asAdaptive({ budgetTokens, effort, ...rest }: ReasoningOptions, { model }: Context): ReasoningOptions {
  const wanted = effort ?? (budgetTokens === undefined ? undefined : effortOfBudget(budgetTokens))
  const adaptive: Draft<ReasoningOptions> = { ...rest, mode: 'adaptive' }
  if (wanted !== undefined && model?.efforts?.includes(wanted) !== false) adaptive.effort = wanted
  return adaptive
}

const legalId = /^[A-Za-z0-9_-]+$/

/** Ids that are refused get another one, the same for the call and its result. */
function createCallIds(context: Context, reversals: ReversalDraft): LowerScope['callIdOf'] {
  return (id, at) => {
    if (legalId.test(id)) return id
    const legal = deriveId('call_', id)
    noteCallId(reversals, legal, id)
    context.onNotice(notice('call-id', at))
    return legal
  }
}
