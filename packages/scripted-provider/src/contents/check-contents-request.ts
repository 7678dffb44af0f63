import type { Failure } from '@interlingua/core'
import type { CachedContent } from './cached-content-store.ts'
import { checkCalls } from './check-calls.ts'
import { checkConfig } from './check-config.ts'
import { checkImageConfig } from './check-image-config.ts'
import { checkContents } from './check-contents.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkTools } from './check-tools.ts'
import { demoCache } from './demo-cache.ts'
import { joinNeighbours } from './join-neighbours.ts'
import { refuseContents } from './refuse-contents.ts'
import type { ContentsBody } from './shapes/request-shape.ts'

/**
 * Checks the rules of the contents vendor beyond the schema and refuses in its wording. `cached` is the cached content that the request
 * names, where the demo knows it; `vertex` is true for a request to Vertex.
 */
export function checkContentsRequest(body: ContentsBody, model: string, cached?: CachedContent, vertex = false): Failure | undefined {
  const contents = body.contents ?? []
  const joined = joinNeighbours(contents)
  return (
    checkContents(contents) ??
    checkCalls(joined, model) ??
    checkSignatures(joined, model) ??
    checkSystem(body) ??
    checkTools(body, model) ??
    checkConfig(body.generationConfig ?? {}, model) ??
    checkImageConfig(body.generationConfig ?? {}, model, vertex) ??
    checkCache(body, model, cached)
  )
}

function checkSystem({ systemInstruction }: ContentsBody): Failure | undefined {
  const parts = systemInstruction?.parts ?? []
  if (systemInstruction && parts.length === 0)
    return refuseContents('* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.\n', 'system_instruction')
  return parts.some(({ text }) => text === undefined || text === '')
    ? refuseContents('System instructions must be text.', 'system_instruction')
    : undefined
}

function checkCache(
  { cachedContent, systemInstruction, tools, toolConfig }: ContentsBody,
  model: string,
  cached: CachedContent | undefined,
): Failure | undefined {
  if (cachedContent === undefined) return undefined
  if (systemInstruction || tools || toolConfig)
    return refuseContents(
      'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.',
      'cached_content',
    )
  if (cached && cached.model !== `models/${model}`)
    return refuseContents(
      `Model used by GenerateContent request (models/${model}) and CachedContent (${cached.model}) has to be the same.`,
      'model',
    )
  return cached || cachedContent.startsWith(demoCache.prefix)
    ? undefined
    : refuseContents('CachedContent not found (or permission denied)', 'cached_content', 403, 'permission')
}
