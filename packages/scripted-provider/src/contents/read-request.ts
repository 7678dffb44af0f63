import type { GenerateRequest, JsonObject, OutputFormat, OutputOptions, ReasoningOptions, ToolChoice } from '@interlingua/core'
import { readTools } from './read-tools.ts'
import { readTurns } from './read-turns.ts'
import type { ContentsBody } from './shapes/request-shape.ts'
import { toJsonSchema } from './to-json-schema.ts'

/** Reads a request into the form that the script answers. */
export function readRequest(body: ContentsBody, model: string, stream: boolean): GenerateRequest {
  const { generationConfig: config, systemInstruction, tools } = body
  const system = (systemInstruction?.parts ?? []).map(({ text }) => ({ type: 'text', text: text ?? '' }) as const)
  const toolChoice = readChoice(body)
  const reasoning = readReasoning(config?.thinkingConfig)
  return {
    model,
    turns: [
      ...(system.length > 0 ? [{ author: 'instruction', authority: 'system', parts: system } as const] : []),
      ...readTurns(body.contents ?? []),
    ],
    output: readOutput(config ?? {}),
    ...(tools && { tools: readTools(tools) }),
    ...(toolChoice && { toolChoice }),
    ...(reasoning && { reasoning }),
    ...(body.cachedContent !== undefined && { cache: { content: body.cachedContent } }),
    ...(stream && { stream }),
  }
}

type Config = Partial<NonNullable<ContentsBody['generationConfig']>>

function readOutput(config: Config): OutputOptions {
  const { candidateCount, maxOutputTokens, stopSequences, responseModalities, responseLogprobs, logprobs } = config
  const format = readFormat(config)
  const modalities = responseModalities?.flatMap((word): ('text' | 'image' | 'audio')[] =>
    word === 'TEXT' ? ['text'] : word === 'IMAGE' ? ['image'] : word === 'AUDIO' ? ['audio'] : [],
  )
  return {
    ...(candidateCount !== undefined && { candidates: candidateCount }),
    ...(maxOutputTokens !== undefined && { maxTokens: maxOutputTokens }),
    ...(stopSequences && { stop: stopSequences }),
    ...(modalities && { modalities }),
    ...(format && { format }),
    ...(responseLogprobs === true && { logprobs: { top: logprobs ?? 0 } }),
  }
}

function readFormat({ responseMimeType, responseSchema, responseJsonSchema, ResponseJsonSchema }: Config): OutputFormat | undefined {
  const schema = responseJsonSchema ?? ResponseJsonSchema ?? (responseSchema as JsonObject | undefined) // a Schema was read from JSON
  if (schema !== undefined) return { type: 'json-schema', schema: toJsonSchema(schema) }
  return responseMimeType === 'application/json' ? { type: 'json' } : undefined
}

function readReasoning(config: Config['thinkingConfig']): ReasoningOptions | undefined {
  if (!config) return undefined
  const { includeThoughts, thinkingBudget, thinkingLevel } = config
  const effort = thinkingLevel === undefined ? undefined : efforts[thinkingLevel]
  return {
    mode: thinkingBudget === 0 ? 'off' : thinkingBudget === -1 ? 'adaptive' : 'on',
    ...(effort !== undefined && { effort }),
    ...(thinkingBudget !== undefined && thinkingBudget > 0 && { budgetTokens: thinkingBudget }),
    summary: includeThoughts === true ? 'auto' : 'none',
  }
}

const efforts = {
  THINKING_LEVEL_UNSPECIFIED: 'medium',
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
} as const

function readChoice({ toolConfig }: ContentsBody): ToolChoice | undefined {
  const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {}
  if (mode === undefined && allowedFunctionNames === undefined) return undefined
  return {
    mode: mode === 'ANY' ? 'required' : mode === 'NONE' ? 'none' : 'auto',
    ...(allowedFunctionNames && allowedFunctionNames.length > 0 && { only: allowedFunctionNames.map((name) => ({ name })) }),
  }
}
