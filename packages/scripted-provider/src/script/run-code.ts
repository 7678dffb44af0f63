import { deriveId } from '@interlingua/core/adapter'
import type { GenerateRequest, Part } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import { wantedTool } from './wanted-tool.ts'

/** The parts of hosted code execution in an answer of responses and contents: the code and its output. The demo runs no code. */
export function runCode(request: GenerateRequest, conversation: Conversation, format: string, responseId: string): readonly Part[] {
  if (format !== 'responses' && format !== 'contents') return []
  if (wantedTool(request, conversation, 'code-execution', /\brun (?:some |the )?code\b|\bcode_?execution\b/i) === undefined) return []
  const callId = deriveId('ci_', responseId, 'code')
  const code = 'print("demo " + str(6 * 7))'
  return [
    { type: 'hosted-call', callId, family: 'code-execution', arguments: JSON.stringify({ language: 'PYTHON', code }) },
    { type: 'hosted-result', callId, parts: [{ type: 'text', text: 'demo 42\n' }] },
  ]
}
