/** The maker's family of a model, as far as the id tells. */
export type Family =
  | 'claude'
  | 'gpt'
  | 'gemini'
  | 'gemma'
  | 'gpt-oss'
  | 'deepseek'
  | 'mistral'
  | 'grok'
  | 'kimi'
  | 'qwen'
  | 'glm'
  | 'minimax'

/** The facts about a model that the rules need, read from its id. */
export interface ModelFacts {
  /** The id in lower case, without the paths and authors that servers put before it. */
  readonly id: string
  /** The family; `undefined` for an id of no vendor. */
  readonly family: Family | undefined
  /** True for an id in a router's spelling: `openai/gpt-5.6`. */
  readonly routed: boolean
}

const families: readonly (readonly [Family, RegExp])[] = [
  ['claude', /^claude/],
  ['gpt-oss', /^gpt-oss/],
  ['gpt', /^(?:gpt-\d|chatgpt|o[134](?:-|$)|codex-mini|computer-use)/],
  ['gemini', /^gemini/],
  ['gemma', /^gemma/],
  ['deepseek', /^deepseek/],
  ['mistral', /^(?:mistral|ministral|magistral|devstral|codestral|pixtral|open-mi[sx]tral)/],
  ['grok', /^grok/],
  ['kimi', /^(?:kimi|moonshot)/],
  ['qwen', /^(?:qwen|qwq|qvq)/],
  ['glm', /^glm/],
  ['minimax', /^minimax/],
]

/** Reads a model's id: `us.anthropic.claude-opus-4-8-v1:0`, `anthropic/claude-opus-4.8`, `models/gemini-2.5-flash`. */
export function readModel(given: string): ModelFacts {
  const lower = given.toLowerCase()
  const path = lower.replace(/^(?:models|publishers\/[^/]+\/models)\//, '')
  const id = path.replace(/^.*\//, '').replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|meta|mistral|amazon|qwen|deepseek)\./, '')
  return { id, family: families.find(([, pattern]) => pattern.test(id))?.[0], routed: path.includes('/') }
}
