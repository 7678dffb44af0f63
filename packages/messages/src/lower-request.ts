import { isJsonObject } from '@interlingua/core'
import {
  createOnce,
  createReversals,
  hoistAddedTools,
  keepInputs,
  noteCallId,
  readInputs,
  withoutIdleState,
} from '@interlingua/core/adapter'
import type { Context, GenerateRequest, Lowered, Pointer } from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import {
  askForTool,
  createArgumentKeys,
  fitCallId,
  keptElsewhere,
  leadWithUser,
  nothingLeft,
  restoreSeals,
  turnOffCache,
} from '@interlingua/core/lower'
import type { Draft } from './extension.ts'
import { restOf } from './extension.ts'
import { fates } from './fates.ts'
import { addCacheMarks } from './lower/add-cache-marks.ts'
import { dropLastReasoning } from './lower/drop-last-reasoning.ts'
import { isOwn } from './lower/is-own.ts'
import { lacksThinking } from './lower/lacks-thinking.ts'
import { limitCacheMarks } from './lower/limit-cache-marks.ts'
import { lowerCacheOptions, lowerOutput, lowerSampling, lowerServiceTier, markFormat, placeOf } from './lower/lower-options.ts'
import { lowerPrefill } from './lower/lower-prefill.ts'
import { lowerReasoning } from './lower/lower-reasoning.ts'
import { lowerTools } from './lower/lower-tools.ts'
import { lowerTurns } from './lower/lower-turns.ts'
import { lowerRequestMedia } from './lower/media-rules.ts'
import { pairResults } from './lower/pair-results.ts'
import { placeInstructions } from './lower/place-instructions.ts'
import { sayFormat } from './lower/say-format.ts'
import type { LowerScope } from './lower/scope.ts'
import { spokenVersion } from './lower/spoken-version.ts'
import { createNameFinder } from './lower/tool-names.ts'
import { notice } from './notices.ts'
import { versionWithoutSampling } from './profiles.ts'

/**
 * Makes a conversation legal for this format, with a notice for each change; legal nodes stay as they are, silently. Throws
 * `UnsupportedError` if nothing of the request would be left.
 */
export function lowerRequest(asked: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const given = turnOffCache(restoreSeals(asked), context, false, (at) => context.onNotice(notice('cache-off', at)))
  const report = (code: 'tools-added' | 'foreign-field') => (at: Pointer) => context.onNotice(notice(code, at))
  const hoisted = hoistAddedTools(given, report('tools-added'), report('foreign-field'))
  const reversals = createReversals()
  let names: LowerScope['nameOf'] | undefined
  // Most conversations have no calls, so the names are made on demand.
  const nameOf: LowerScope['nameOf'] = (ref, place) => (names ??= createNameFinder(hoisted, context, reversals))(ref, place)
  const scope: LowerScope = {
    context,
    report: (code, at) => context.onNotice(notice(code, at)),
    nameOf,
    callIdOf: createCallIds(context, reversals),
    keys: createArgumentKeys(reversals),
    inputOf: readInputs(asked.turns),
    inputs: [],
    lenient: spokenVersion(hoisted, context) < versionWithoutSampling,
  }
  const request = lowerRequestMedia(sayFormat(hoisted, context), scope)
  const lowered = withoutIdleState(request)
  const { tools, toolChoice, asked: wanted } = lowerTools(request, context, nameOf, reversals, scope.keys)
  put(lowered, 'tools', tools)
  put(lowered, 'toolChoice', toolChoice)
  const output = lowerOutput(request, context)
  lowered.output = output
  put(lowered, 'serviceTier', lowerServiceTier(request, context))
  put(lowered, 'cache', lowerCacheOptions(request, context))
  const parts = lowerTurns(request.turns, scope)
  // A conversation that goes on at the server has its calls there.
  const goesOn = request.state?.thread !== undefined || isJsonObject(restOf(request).thread)
  const paired = goesOn ? parts : pairResults(parts, scope)
  const placed = placeInstructions(paired, scope)
  const led =
    goesOn || isOwn(request) ? placed : leadWithUser(placed, '(The conversation goes on.)', (at) => scope.report('first-turn', at))
  const said = lowerPrefill(isOwn(request) ? led : dropLastReasoning(led, scope), scope)
  const maxTokens = output.maxTokens ?? 0
  const forcedTool = lowered.toolChoice?.mode === 'required'
  const lacksThoughts = (): boolean => lacksThinking(request, said)
  put(lowered, 'reasoning', lowerReasoning(request, context, { maxTokens, forcedTool, lacksThoughts }))
  const thinking = lowered.reasoning?.mode === 'on' || lowered.reasoning?.mode === 'adaptive'
  put(lowered, 'sampling', lowerSampling(request, context, thinking))
  lowered.turns = wanted ? askForTool(said, wanted, placeOf(request, 'toolChoice'), 'beside') : said
  if (
    !lowered.turns.some(({ author, extensions }) => author !== 'instruction' || extensions?.messages?.hint?.role === 'system') &&
    (request.turns.length > 0 || keptElsewhere(request) !== undefined)
  )
    throw nothingLeft('messages', request)
  const legal = limitCacheMarks(addCacheMarks(markFormat(lowered), scope), scope)
  fates.request(legal, context)
  if (scope.inputs.length > 0) keepInputs(legal.turns, scope.inputs)
  return { request: legal, reversals }
}

function put<K extends keyof GenerateRequest>(request: Draft<GenerateRequest>, key: K, value: GenerateRequest[K] | undefined): void {
  if (value !== undefined) request[key] = value
  else if (request[key] !== undefined) delete request[key]
}

const idPattern = { characters: 'word', min: 1, max: 128 } as const

/** Makes new ids for refused ones, the same for a call and its result. */
function createCallIds(context: Context, reversals: ReversalDraft): LowerScope['callIdOf'] {
  return (id, at) => {
    const legal = fitCallId(id, idPattern)
    if (legal === id) return id
    noteCallId(reversals, legal, id)
    context.onNotice(notice('call-id', at))
    return legal
  }
}
