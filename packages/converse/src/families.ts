/** Families of models, which differ in what they take beside the common fields. */
export type Family = 'claude' | 'nova' | 'openai' | 'qwen' | 'llama' | 'mistral' | 'deepseek' | 'titan' | 'cohere' | 'ai21'

const names: readonly (readonly [RegExp, Family])[] = [
  [/claude/, 'claude'],
  [/nova/, 'nova'],
  [/gpt-oss|openai\./, 'openai'],
  [/qwen/, 'qwen'],
  [/llama/, 'llama'],
  [/mistral|mixtral|pixtral|ministral|magistral/, 'mistral'],
  [/deepseek/, 'deepseek'],
  [/titan/, 'titan'],
  [/cohere|command-r/, 'cohere'],
  [/jamba|ai21/, 'ai21'],
]

/** Family of a model by its id, or by the pattern of its profile; `undefined`: the id does not say it, as that of an application's profile. */
export function familyOf(model: string): Family | undefined {
  return names.find(([name]) => name.test(model))?.[1]
}

/** Models of Claude that take neither a schema for the answer nor strict tools. */
const older = /claude-(?:v\d|instant|3|(?:sonnet|opus)-4-(?:2|v\d|1-)|(?:sonnet|opus)-4$)/

export function isOlder(model: string): boolean {
  return older.test(model)
}

/** Families without a schema for the answer. https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html */
const formless: ReadonlySet<Family | undefined> = new Set<Family | undefined>(['nova', 'llama', 'titan', 'cohere', 'ai21'])

/** True: the model takes a schema for the answer. */
export function takesFormats(family: Family | undefined, model: string): boolean {
  return !formless.has(family) && !isOlder(model)
}
