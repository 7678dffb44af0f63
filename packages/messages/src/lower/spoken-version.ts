import type { Context, GenerateRequest } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { readDialect } from '../profiles.ts'

/** `anthropic-version` of the request to be sent: the caller's own, else that of the channel. */
export function spokenVersion(request: GenerateRequest, context: Context): string {
  const { headers } = hintOf(request)
  const own = isJsonObject(headers) ? headers['anthropic-version'] : undefined
  return typeof own === 'string' ? own : readDialect(context.dialect).version
}
