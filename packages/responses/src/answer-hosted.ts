import { parseExactObject } from '@interlingua/core'
import type { Context, HostedCallPart, HostedResultPart, Json } from '@interlingua/core'
import { notice } from './notices.ts'

/** What of the arguments of other formats' hosted tools has a place here, by family. */
const families: Readonly<Record<string, string | undefined>> = { 'web-search': 'query', 'code-execution': 'code', mcp: undefined }

/** Whether a hosted call has an item here. One that edits files is no code. */
export function isHostedHere(part: HostedCallPart): boolean {
  if (typeof part.extensions?.responses?.hint?.type === 'string') return true
  return Object.hasOwn(families, part.family) && !(part.family === 'code-execution' && part.name?.includes('edit') === true)
}

/** Reports what of another format's hosted call is not shown. */
export function reportHostedCall(part: HostedCallPart, context: Context): void {
  const shown = families[part.family]
  if (shown === undefined) return
  const asked = parseExactObject(part.arguments)
  for (const key in asked) {
    // Code is in no other language anywhere.
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

/** A search has a place for all that it looked for. */
function isTextList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isPython(language: Json | undefined): boolean {
  return typeof language === 'string' && language.toLowerCase() === 'python'
}

/** Reports what of another format's hosted result is not shown: MCP tools tell that they failed and how, code that it failed. */
export function reportHostedResult(part: HostedResultPart, family: string, context: Context): void {
  if (family === 'mcp') return
  if ((part.isError === true && family !== 'code-execution') || part.errorCode !== undefined)
    context.onNotice(notice('hosted-form', part.at ?? ''))
}
