import { deriveId } from '@interlingua/core'
import type { GenerateRequest, Part } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import { wantedTool } from './wanted-tool.ts'

/** What hosted code execution adds to an answer of responses and contents: the code and its output. Nothing is run. */
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
