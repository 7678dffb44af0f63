import { parseExactObject } from '@interlingua/core/adapter'
import type { Context, HostedCallPart, HostedResultPart, Json } from '@interlingua/core'
import { notice } from './notices.ts'

/** Argument of other formats' hosted tools with a place here, by family; undefined: all arguments. */
const families: Readonly<Record<string, string | undefined>> = { 'web-search': 'query', 'code-execution': 'code', mcp: undefined }

/** True if a hosted call has an item here. A call that edits files is not code execution here. */
export function isHostedHere(part: HostedCallPart): boolean {
  if (typeof part.extensions?.responses?.hint?.type === 'string') return true
  return Object.hasOwn(families, part.family) && !(part.family === 'code-execution' && part.name?.includes('edit') === true)
}

/** Reports the parts of another format's hosted call that are not shown. */
export function reportHostedCall(part: HostedCallPart, context: Context): void {
  const shown = families[part.family]
  if (shown === undefined) return
  const asked = parseExactObject(part.arguments)
  for (const key in asked) {
    // Code has no language field anywhere else.
    if (
      key === shown ||
      (part.family === 'web-search' && key === 'queries' && isTextList(asked[key])) ||
      (key === 'language' && isPython(asked[key]))
    )
      continue
    context.onNotice(notice('hosted-form', part.at ?? ''))
    return
  }
}

/** True for a list of texts: a search has a place for all its queries. */
function isTextList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isPython(language: Json | undefined): boolean {
  return typeof language === 'string' && language.toLowerCase() === 'python'
}

/**
 * Reports the parts of another format's hosted result that are not shown: MCP items show a failure and its reason, code items only a
 * failure.
 */
export function reportHostedResult(part: HostedResultPart, family: string, context: Context): void {
  if (family === 'mcp') return
  if ((part.isError === true && family !== 'code-execution') || part.errorCode !== undefined)
    context.onNotice(notice('hosted-form', part.at ?? ''))
}
