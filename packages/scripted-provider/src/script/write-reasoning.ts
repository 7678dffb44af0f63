import type { GenerateRequest, ReasoningPart } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import { encryptedPrefix } from '../seals/encrypted-prefix.ts'
import { opaqueSeal } from '../seals/opaque-seal.ts'
import { redactThinking } from '../seals/redact-thinking.ts'
import { signThinking } from '../seals/sign-thinking.ts'
import { excerpt } from './excerpt.ts'

/**
 * Writes the reasoning before an answer, where the request asks for it. On messages it is signed, and empty where the request hides it; the
 * word "redacted" in the prompt adds a redacted part.
 */
export function writeReasoning(
  request: GenerateRequest,
  conversation: Conversation,
  format: string,
): { readonly parts: readonly ReasoningPart[]; readonly thought: string } {
  if (!isAsked(request, conversation, format)) return { parts: [], thought: '' }
  const thought = think(request, conversation)
  if (format === 'chat') return { parts: [{ type: 'reasoning', segments: [{ type: 'full', text: thought }] }], thought }
  const shown = request.reasoning?.summary === 'none' ? '' : thought
  if (format !== 'messages') {
    const segments = shown === '' ? [] : [{ type: 'summary', text: shown } as const]
    const seal = { format, data: opaqueSeal.issue(encryptedPrefix, 'reasoning', thought) }
    return { parts: [{ type: 'reasoning', segments, seal }], thought }
  }
  const seal = { format, model: request.model, data: signThinking(shown) }
  const parts: ReasoningPart[] = [{ type: 'reasoning', segments: [{ type: 'full', text: shown }], seal }]
  if (/\bredacted\b/i.test(conversation.prompt)) {
    parts.push({ type: 'reasoning', segments: [], redacted: true, seal: { format, model: request.model, data: redactThinking(thought) } })
  }
  return { parts, thought }
}

function isAsked({ reasoning }: GenerateRequest, { results, prefill }: Conversation, format: string): boolean {
  if (reasoning === undefined || reasoning.mode === 'off' || reasoning.effort === 'none' || prefill !== undefined) return false
  if (reasoning.mode === 'between-tools') return results.length > 0
  if (format === 'responses') return reasoning.effort !== undefined || reasoning.summary !== 'none'
  return reasoning.mode !== undefined || (format !== 'messages' && reasoning.effort !== undefined)
}

/** The text of reasoning, which is longer for a higher effort. */
function think({ reasoning }: GenerateRequest, { prompt, results }: Conversation): string {
  const steps = [
    `Demo reasoning (no real model). The request says "${excerpt(prompt, 100)}".`,
    results.length > 0
      ? `It brings ${results.length} tool result${results.length === 1 ? '' : 's'} to report.`
      : 'No tool has answered yet.',
    'I look for the tools that it names.',
    'I check which format the answer must have.',
    'Then I write it down.',
  ]
  const effort = reasoning?.effort ?? 'medium'
  return steps.slice(0, effort === 'minimal' || effort === 'low' ? 1 : effort === 'medium' ? 2 : effort === 'high' ? 3 : 5).join(' ')
}
