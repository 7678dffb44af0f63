import { parseJson } from '@interlingua/core'
import type { Candidate, GenerateResponse, Json, JsonObject, Part, TokenLogprob, Usage } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import type { CachedContent } from './cached-content-store.ts'
import { demoCache } from './demo-cache.ts'
import { finishReasons } from './finish-reasons.ts'
import { isGemini3 } from './is-gemini-3.ts'
import type { ContentsBody } from './shapes/request-shape.ts'
import { writeGrounding } from './write-grounding.ts'
import { writeParts } from './write-parts.ts'

/** Writes a whole answer as this vendor's document. https://ai.google.dev/api/generate-content#generatecontentresponse */
export function writeResponse(
  response: GenerateResponse,
  body: ContentsBody,
  directives: Directives,
  cached?: CachedContent,
  draft?: string,
): JsonObject {
  const blocked = directives.get('block')
  const tail = {
    ...(response.usage && {
      usageMetadata: writeUsage(
        withCache(response.usage, cached),
        blocked !== undefined,
        cached || body.cachedContent === undefined ? 0 : demoCache.tokens,
      ),
    }),
    modelVersion: response.model,
    responseId: response.id,
  }
  if (blocked)
    return { promptFeedback: { blockReason: blocked.words[0]?.toUpperCase() ?? 'SAFETY', safetyRatings: ratings(true) }, ...tail }
  return { candidates: response.candidates.map((candidate) => writeCandidate(candidate, response, body, draft)), ...tail }
}

function writeCandidate(
  { index, parts, finish }: Candidate,
  { id, model, usage }: GenerateResponse,
  body: ContentsBody,
  draft: string | undefined,
): JsonObject {
  const third = isGemini3(model)
  const plain = body.generationConfig?.responseMimeType === 'text/x.enum' ? parts.map(unquoted) : parts
  const thought = (usage?.output.reasoning ?? 0) > 0
  const written = writeParts(plain, {
    responseId: `${id}/${index}`,
    callIds: third,
    signCalls: third || thought,
    signText: thought,
    serverTools: body.toolConfig?.includeServerSideToolInvocations === true,
  })
  // A draft stands before the final image.
  const wire = draft === undefined ? written : [{ inlineData: { mimeType: 'image/png', data: draft }, thought: true }, ...written]
  const unified = finish?.unified ?? 'stop'
  const filtered = unified === 'content-filter'
  const grounding = writeGrounding(parts, wire)
  const logprobs = parts.flatMap((part) => (part.type === 'text' ? (part.logprobs ?? []) : []))
  return {
    // A filtered answer without parts has no content; an answer that the token limit stopped may have a content without parts.
    ...(!(filtered && wire.length === 0) && { content: wire.length > 0 ? { parts: wire, role: 'model' } : { role: 'model' } }),
    finishReason: finish?.raw?.value ?? finishReasons[unified],
    ...(finish?.message !== undefined && { finishMessage: finish.message }),
    index,
    ...((body.safetySettings || filtered) && { safetyRatings: ratings(filtered) }),
    ...(grounding && { groundingMetadata: grounding }),
    ...(logprobs.length > 0 && writeLogprobs(logprobs)),
  }
}

/** Removes the JSON quotes from a word of an enum. */
function unquoted(part: Part): Part {
  const word = part.type === 'text' ? parseJson(part.text) : undefined
  return part.type === 'text' && typeof word === 'string' ? { ...part, text: word } : part
}

function ratings(blocked: boolean): readonly JsonObject[] {
  return ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT'].map((word) => {
    const rating = { category: `HARM_CATEGORY_${word}`, probability: 'NEGLIGIBLE' }
    return blocked && word === 'DANGEROUS_CONTENT' ? { ...rating, probability: 'HIGH', blocked: true } : rating
  })
}

/** Counts at least the tokens of the cached content as read from the cache. */
function withCache(usage: Usage, cached: CachedContent | undefined): Usage {
  if (cached === undefined) return usage
  const { input } = usage
  return { ...usage, input: { ...input, cacheRead: Math.min(input.total ?? 0, Math.max(cached.tokens, input.cacheRead ?? 0)) } }
}

/** Writes the usage without zero counts. Tokens of hosted tools are counted beside the prompt, and thoughts beside the candidates. */
function writeUsage({ input, output }: Usage, blocked: boolean, held: number): JsonObject {
  const tools = input.toolUse ?? 0
  const prompt = (input.total ?? 0) - tools + held
  const thoughts = blocked ? 0 : (output.reasoning ?? 0)
  const candidates = blocked ? 0 : (output.total ?? 0) - thoughts
  const cached = (input.cacheRead ?? 0) + held
  const counts: Record<string, Json> = { promptTokenCount: prompt }
  if (candidates > 0) counts['candidatesTokenCount'] = candidates
  const images = output.byModality?.['image'] ?? 0
  if (images > 0 && !blocked) counts['candidatesTokensDetails'] = [{ modality: 'IMAGE', tokenCount: images }]
  counts['totalTokenCount'] = prompt + candidates + tools + thoughts
  if (cached > 0) counts['cachedContentTokenCount'] = cached
  counts['promptTokensDetails'] = [{ modality: 'TEXT', tokenCount: prompt }]
  if (cached > 0) counts['cacheTokensDetails'] = [{ modality: 'TEXT', tokenCount: cached }]
  if (tools > 0) {
    counts['toolUsePromptTokenCount'] = tools
    counts['toolUsePromptTokensDetails'] = [{ modality: 'TEXT', tokenCount: tools }]
  }
  if (thoughts > 0) counts['thoughtsTokenCount'] = thoughts
  return counts
}

function writeLogprobs(tokens: readonly TokenLogprob[]): JsonObject {
  const sum = tokens.reduce((total, { logprob }) => total + logprob, 0)
  return {
    avgLogprobs: sum / tokens.length,
    logprobsResult: {
      chosenCandidates: tokens.map(writeToken),
      topCandidates: tokens.map(({ top }) => ({ candidates: (top ?? []).map(writeToken) })),
    },
  }
}

function writeToken({ token, logprob }: TokenLogprob): JsonObject {
  return { token, tokenId: token.length, logProbability: logprob }
}
