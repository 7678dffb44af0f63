import { deriveId } from '@interlingua/core/adapter'
import type { GenerateRequest, Tool, ToolCallPart } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import type { Directives } from '../read-directives.ts'
import { findMentions } from './find-mentions.ts'
import type { Mention } from './find-mentions.ts'
import { offeredTools } from './offered-tools.ts'
import { writeArguments } from './write-arguments.ts'

const idPrefixes: Readonly<Record<string, string>> = { messages: 'toolu_', chat: 'call_', responses: 'call_', contents: '' }

/**
 * Chooses the calls that a prompt asks for: each tool that it names, in order, and after results only those behind "then call", one step
 * for each round. A forced choice always calls, `none` never, and `parallel: false` once.
 */
export function chooseCalls(
  request: GenerateRequest,
  conversation: Conversation,
  directives: Directives,
  format: string,
  responseId: string,
): readonly ToolCallPart[] {
  const { mode = 'auto', parallel = true } = request.toolChoice ?? {}
  const tools = offeredTools(request).filter((tool) => tool.type !== 'builtin' || tool.runsOn === 'client')
  if (mode === 'none' || tools.length === 0 || conversation.prefill !== undefined) return []
  const mentions = countedMentions(conversation, directives, tools) ?? mentionsOf(conversation, tools)
  const first = tools[0]
  if (mentions.length === 0 && mode === 'required' && first) mentions.push({ tool: first, position: 0, after: conversation.prompt })
  const calls = new Map<Tool, number>()
  return (parallel ? mentions : mentions.slice(0, 1)).map(({ tool, after }, position) => {
    const call = calls.get(tool) ?? 0
    calls.set(tool, call + 1)
    return {
      type: 'tool-call',
      callId: deriveId(idPrefixes[format] ?? 'call_', responseId, position),
      name: tool.name,
      ...(tool.namespace !== undefined && { namespace: tool.namespace }),
      kind: tool.type,
      arguments: writeArguments(tool, after, call),
    }
  })
}

/** The number of calls in the directive `calls`, of all tools in turn; none once tools have answered. */
function countedMentions({ prompt, results }: Conversation, directives: Directives, tools: readonly Tool[]): Mention[] | undefined {
  const directive = directives.get('calls')
  if (!directive) return undefined
  const count = results.length > 0 ? 0 : Math.min(Number(directive.words[0] ?? 1) || 1, 128)
  return Array.from({ length: count }).flatMap((_, i) => {
    const tool = tools[i % tools.length]
    return tool ? [{ tool, position: i, after: prompt }] : []
  })
}

function mentionsOf({ prompt, rounds, results }: Conversation, tools: readonly Tool[]): Mention[] {
  const steps = prompt.split(/\bthen\s+(?:call|use|run)\b/i)
  const step = steps[Math.max(rounds, results.length > 0 ? 1 : 0)]
  return step === undefined ? [] : [...findMentions(step, tools)]
}
