import type { GenerateRequest, ServerState } from './request.ts'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Copies a request with `state` in place of its own. Copies field by field: engines take ten times as long for `{ ...request }` at a place
 * that has seen more than four shapes.
 */
export function copyRequest(request: GenerateRequest, state: ServerState | undefined): Draft<GenerateRequest> {
  const copy: Draft<GenerateRequest> = { model: request.model, turns: request.turns }
  if (request.at !== undefined) copy.at = request.at
  if (request.fields !== undefined) copy.fields = request.fields
  if (request.extensions !== undefined) copy.extensions = request.extensions
  if (request.tools !== undefined) copy.tools = request.tools
  if (request.toolChoice !== undefined) copy.toolChoice = request.toolChoice
  if (request.output !== undefined) copy.output = request.output
  if (request.sampling !== undefined) copy.sampling = request.sampling
  if (request.reasoning !== undefined) copy.reasoning = request.reasoning
  if (request.cache !== undefined) copy.cache = request.cache
  if (state !== undefined) copy.state = state
  if (request.safety !== undefined) copy.safety = request.safety
  if (request.serviceTier !== undefined) copy.serviceTier = request.serviceTier
  if (request.user !== undefined) copy.user = request.user
  if (request.metadata !== undefined) copy.metadata = request.metadata
  if (request.stream !== undefined) copy.stream = request.stream
  return copy
}
