import {
  createOnce,
  copyRequest,
  createReversals,
  hoistAddedTools,
  keepInputs,
  readInputs,
  withoutIdleState,
} from '@interlingua/core/adapter'
import type { Context, GenerateRequest, Lowered } from '@interlingua/core'
import { nothingLeft, restoreSeals } from '@interlingua/core/lower'
import { withHint } from './extension.ts'
import type { Draft } from './extension.ts'
import { fates } from './fates.ts'
import { bypassSeals } from './lower/bypass-seals.ts'
import { isOwn } from './lower/is-own.ts'
import { lowerChoice, withoutStrict } from './lower/lower-choice.ts'
import { lowerEnds } from './lower/lower-ends.ts'
import { lowerCache, lowerMetadata, lowerOutput, lowerSampling, lowerServiceTier, lowerState, markFormat } from './lower/lower-options.ts'
import { lowerImages } from './lower/lower-images.ts'
import { lowerPart } from './lower/lower-part.ts'
import { lowerReasoning } from './lower/lower-reasoning.ts'
import { lowerTools } from './lower/lower-tools.ts'
import { lowerTurns } from './lower/lower-turns.ts'
import { lowerRequestMedia } from './lower/media-rules.ts'
import { pairResults } from './lower/pair-results.ts'
import { placeInstructions } from './lower/place-instructions.ts'
import type { LowerScope } from './lower/scope.ts'
import { sayFormat } from './lower/say-format.ts'
import { createNameFinder } from './lower/tool-names.ts'
import { notice } from './notices.ts'
import { readDialect } from './profiles.ts'

/**
 * Makes a conversation legal for this format, with a notice for each change; legal nodes stay as they are, silently, and a request of this
 * format is its server's to judge. Throws `UnsupportedError` if nothing of the request would be left, and a `WireError` for an image that
 * the model cannot make.
 */
export function lowerRequest(asked: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const reversals = createReversals()
  const report: LowerScope['report'] = (code, at) => context.onNotice(notice(code, at))
  const { vendor } = readDialect(context.dialect)
  const own = isOwn(asked) && context.modelChosen !== true
  // A client of this format returns what it got; envelopes in it are removed below.
  const request = own ? asked : restoreSeals(asked)
  const declared = hoistAddedTools(
    request,
    (at) => report('tools-added', at),
    (at) => report('foreign-field', at),
  )
  let names: LowerScope['nameOf'] | undefined
  const scope: LowerScope = {
    context,
    report,
    vendor,
    own,
    // Most conversations have no calls, so the names are made on demand.
    nameOf: (ref, place) => (names ??= createNameFinder(declared, context, reversals))(ref, place),
    lowerInner: (part, place, at) => lowerPart(part, place, at, scope),
    inputOf: readInputs(asked.turns),
    inputs: [],
  }
  const hoisted = lowerRequestMedia(own ? declared : sayFormat(declared, context), scope)
  const lowered: Draft<GenerateRequest> = own ? copyRequest(hoisted, hoisted.state) : withoutIdleState(hoisted)
  if (own) {
    lowered.turns = lowerTurns(hoisted.turns, scope)
    put(lowered, 'output', lowerImages(hoisted, hoisted.output, context))
  } else {
    const tools = lowerTools(hoisted, scope, reversals)
    put(lowered, 'toolChoice', lowerChoice(hoisted, tools, scope))
    put(lowered, 'tools', withoutStrict(tools))
    put(lowered, 'output', lowerImages(hoisted, lowerOutput(hoisted, reversals, context), context))
    put(lowered, 'sampling', lowerSampling(hoisted, context))
    put(lowered, 'reasoning', lowerReasoning(hoisted, context, lowered.output?.maxTokens))
    put(lowered, 'serviceTier', lowerServiceTier(hoisted, context))
    put(lowered, 'state', lowerState(hoisted, lowered, context))
    put(lowered, 'metadata', lowerMetadata(hoisted, context))
    const paired = pairResults(lowerTurns(hoisted.turns, scope), scope)
    lowered.turns = bypassSeals(lowerEnds(placeInstructions(paired, scope), scope), scope)
    put(lowered, 'cache', lowerCache(hoisted, lowered, context))
  }
  if (!lowered.turns.some(({ author }) => author !== 'instruction')) throw nothingLeft('contents', asked)
  const legal = own ? lowered : markFormat(withServerTools(lowered, context), context)
  fates.request(legal, context)
  if (scope.inputs.length > 0) keepInputs(legal.turns, scope.inputs)
  return { request: legal, reversals }
}

function put<K extends keyof GenerateRequest>(request: Draft<GenerateRequest>, key: K, value: GenerateRequest[K] | undefined): void {
  if (value !== undefined) request[key] = value
  else if (request[key] !== undefined) delete request[key]
}

/** Sets the flag that hosted tools beside functions need, if the server knows it. */
function withServerTools(request: GenerateRequest, context: Context): GenerateRequest {
  const mixed = request.tools?.some(({ type }) => type === 'function') && request.tools.some(({ type }) => type === 'builtin')
  if (!mixed || readDialect(context.dialect).server === 'vertex') return request
  return { ...request, extensions: withHint(request, { serverSideTools: true }) }
}
