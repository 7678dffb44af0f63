import type { GenerateRequest, Json } from '@interlingua/core'
import { estimateTokens } from '../counting/estimate-tokens.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { countedLength } from './counted-length.ts'
import type { Evidence } from './evidence.ts'
import { heldRequest } from './held-request.ts'
import { measureTokens } from './measure-tokens.ts'
import { roughEvidence } from './rough-evidence.ts'

/** The evidence of a request that was translated. It is held where it is short, or held anyway for what is kept of the conversation. */
export function evidenceOfTranslated(
  { recall, keeper }: Exchange,
  model: string,
  request: GenerateRequest,
  { bytes }: ParsedBody,
): Evidence {
  if (keeper !== undefined || (recall === undefined && bytes.length <= heldRequest)) return evidenceToCount(request, model)
  return roughEvidence(measureTokens(request as unknown as Json)) // its texts and lists are read as JSON's are
}

/** Made apart from the other: what a function's closures share is held by all of them. */
function evidenceToCount(request: GenerateRequest, model: string): Evidence {
  return { input: () => estimateTokens(request, model, countedLength) }
}
