/** Deviations of chat-compatible servers, one by one: each name is a flag of the directive `dialect`. */
export const chatDialects = {
  openai: 'reasoning is thought but not shown, as the vendor itself does',
  reasoning: 'the field is `reasoning`, not `reasoning_content` (vLLM, OpenRouter)',
  'reasoning-details': 'reasoning comes as `reasoning_details` with a signature (OpenRouter)',
  'reasoning-replay': 'reasoning of the latest tool loop must come back (DeepSeek)',
  'missing-index': 'fragments of calls have no index',
  'restarted-index': 'each call has index 0, with an id of its own',
  'missing-id': 'calls have no id',
  'repeat-id': 'each fragment repeats id, type and name',
  'missing-type': 'calls have no type',
  'object-arguments': 'arguments come as an object (Ollama)',
  'whole-calls': 'a call comes in one fragment (Ollama, llama.cpp)',
  'stop-with-calls': 'calls end with finish_reason "stop"',
  'usage-last': 'usage comes on the last content chunk (llama.cpp, Ollama)',
  'usage-always': 'running usage comes on each chunk (vLLM with continuous_usage_stats)',
  'no-usage': 'usage never comes',
  'no-done': 'no [DONE] after the last chunk',
  'no-role': 'no chunk says the role',
} as const

export type ChatDialect = keyof typeof chatDialects
