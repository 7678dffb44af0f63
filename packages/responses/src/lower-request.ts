import { copyRequest, createOnce, createReversals, createToolNames, deriveId, hoistAddedTools, noteCallId } from '@interlingua/core/adapter'
import type { Context, GenerateRequest, Lowered, Turn } from '@interlingua/core'
import type { ToolNames } from '@interlingua/core/adapter'
import { askForTool, keptElsewhere, limitTools, nothingLeft, restoreSeals, turnOffCache } from '@interlingua/core/lower'
import { format, hintOf, vendorOf, withHint, withoutHint } from './extension.ts'
import type { Draft } from './extension.ts'
import { fates } from './fates.ts'
import { hasNestedFunctions } from './has-nested-functions.ts'
import { dropTrailingReasoning } from './lower/drop-trailing-reasoning.ts'
import { isOwnRequest } from './lower/is-own.ts'
import { lowerChoice } from './lower/lower-choice.ts'
import { lowerOptions } from './lower/lower-options.ts'
import { lowerPrefill } from './lower/lower-prefill.ts'
import { hasToolSearch, lowerTools } from './lower/lower-tools.ts'
import type { ToolScope } from './lower/lower-tools.ts'
import { lowerTurns } from './lower/lower-turns.ts'
import { sayFormat } from './lower/say-format.ts'
import { lowerRequestMedia } from './lower/media-rules.ts'
import { notice } from './notices.ts'
import { readDialect } from './profiles.ts'

/** Length that every server accepts for a name; callers of this format may know that theirs takes more. */
const nameLimit = 64
const ownNameLimit = 128
const idLimit = 64

/**
 * Makes a request legal for a Responses upstream of the context's dialect and model, with a notice for each change; requests of this format
 * change only where the dialect demands it. Idempotent; throws UnsupportedError if nothing of the content could be sent.
 */
export function lowerRequest(given: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const dialect = readDialect(context.dialect)
  const refusable = dialect.cacheMarks ?? context.model?.cacheMarks === true
  const asked = turnOffCache(restoreSeals(given), context, refusable, (at) => context.onNotice(notice('cache-off', at)))
  const own = isOwnRequest(asked)
  const reversals = createReversals()
  let made: ToolNames | undefined
  const known = (): ToolNames =>
    (made ??= createToolNames({
      illegal: /[^A-Za-z0-9_-]/g,
      limit: context.model?.toolNameLimit ?? (own ? ownNameLimit : nameLimit),
      namespaces: dialect.namespaces !== false,
      kinds: true,
    }))
  // Most conversations have no calls, so the names are made on demand.
  const names: Pick<ToolNames, 'declare' | 'nameOf'> = {
    declare: (ref, again) => known().declare(ref, again),
    nameOf: (ref) => known().nameOf(ref),
  }
  const report: ToolScope['report'] = (code, at) => context.onNotice(notice(code, at))
  const spoken = own ? asked : sayFormat(asked, report)
  const hoisted =
    dialect.addedTools === false
      ? hoistAddedTools(
          spoken,
          (at) => report('tools-added', at),
          (at) => report('foreign-field', at),
        )
      : spoken
  const scope: ToolScope = {
    context,
    dialect,
    vendor: vendorOf(context),
    own,
    named: own && context.modelChosen !== true,
    report,
    // Names of this format's own callers are the server's to refuse, if it knows namespaces.
    nameOf: own && dialect.namespaces !== false ? (ref) => ref : names.nameOf,
    callIdOf(id, at) {
      if (id !== '' && id.length <= idLimit) return id
      const short = deriveId('call_', id)
      if (!reversals.callIds.has(short)) report('call-id', at)
      noteCallId(reversals, short, id)
      return short
    },
    names,
    reversals,
    request: hoisted,
    searched: hasToolSearch(hoisted),
    checked: hoisted.toolChoice?.checked === true,
  }
  const request = lowerRequestMedia(hoisted, scope)
  const lowered: Draft<GenerateRequest> = copyRequest(request, request.state)
  const { choice: spelled } = hintOf(request)
  if (spelled !== undefined && hasNestedFunctions({ tool_choice: spelled })) lowered.extensions = withoutHint(request, 'choice')
  const declared = lowerTools(request.tools ?? [], '/tools', false, scope)
  const added = request.turns.some(({ changes }) => changes?.addTools !== undefined)
  const turns = lowerTurns(request, (tools, at) => lowerTools(tools, at, true, scope), scope)
  lowered.turns = lead(dropTrailingReasoning(lowerPrefill(turns, scope), scope), request)
  const taken = own ? declared : limitTools(declared, context.model ?? {}, report)
  const { choice, tools, asked: wanted } = lowerChoice(request, taken, added, names, scope)
  if (wanted) lowered.turns = askForTool(lowered.turns, wanted, request.fields?.['toolChoice'] ?? '/tool_choice', 'apart')
  if (tools.length > 0) lowered.tools = tools
  else if (lowered.tools) delete lowered.tools
  if (choice) lowered.toolChoice = choice
  else if (lowered.toolChoice) delete lowered.toolChoice
  lowerOptions(request, lowered, scope)
  fates.request(lowered, context)
  return { request: lowered, reversals }
}

/** `input` may not be empty, unless the server has the conversation: a lone instruction goes there. */
function lead(turns: readonly Turn[], request: GenerateRequest): readonly Turn[] {
  const elsewhere = keptElsewhere(request) !== undefined
  if (turns.length === 0) {
    if (elsewhere || isOwnRequest(request)) return turns
    throw nothingLeft(format, request)
  }
  const [only] = turns
  if (turns.length > 1 || elsewhere || isOwnRequest(request) || only?.author !== 'instruction') return turns
  return [{ ...only, extensions: withHint(only, { message: true }) }]
}
