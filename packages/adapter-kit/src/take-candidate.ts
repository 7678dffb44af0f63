import { pointer, type Candidate, type Context, type GenerateResponse, type Notice, type Pointer } from '@interlingua/core'
import type { FateWalker } from '@interlingua/core/adapter'
import type { BasicCode } from './basic-notices.ts'

/** The candidate of an answer for a format that prints one, whose refusals are text; what the format cannot say is reported. */
export function takeCandidate(
  response: GenerateResponse,
  rules: { readonly notice: (code: BasicCode, path: Pointer) => Notice; readonly walker: FateWalker },
  context: Context,
): Candidate | undefined {
  rules.walker.response(response, context)
  const [candidate, ...others] = response.candidates
  for (const { index } of others) context.onNotice(rules.notice('candidates', pointer('/candidates', index)))
  for (const part of candidate?.parts ?? []) if (part.type === 'refusal') context.onNotice(rules.notice('refusal', part.at ?? ''))
  return candidate
}
