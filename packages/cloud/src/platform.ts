/** How a cloud takes Claude's requests. */
export interface Platform {
  /** Id of the format; the key of its hints. */
  readonly format: 'invoke' | 'raw-predict'
  /** Value of `anthropic_version` in bodies. */
  readonly version: string
  /** Place of betas in requests to the cloud. */
  readonly betasIn: 'body' | 'header'
  /** True: the body says whether the answer is a stream, beside the path. */
  readonly streamInBody: boolean
  readonly path: (model: string, stream: boolean) => string
  /** Headers by which clients tell the cloud how to run a model. */
  readonly headers: readonly string[]
  /** Betas that the cloud takes, and those that it has under another name. As of 2026-10, from open allow-lists and reports. */
  readonly betas: Readonly<Record<string, true | string>>
}

/** Header that names the guardrail which is to look at a request of InvokeModel. */
export const guardrailHeader = 'x-amzn-bedrock-guardrailidentifier'

/** Headers by which Bedrock is told how to run a model. */
export const invokeHeaders = [
  guardrailHeader,
  'x-amzn-bedrock-guardrailversion',
  'x-amzn-bedrock-trace',
  'x-amzn-bedrock-performanceconfig-latency',
  'x-amzn-bedrock-service-tier',
] as const

const everywhere = {
  'interleaved-thinking-2025-05-14': true,
  'context-1m-2025-08-07': true,
  'context-management-2025-06-27': true,
  'tool-search-tool-2025-10-19': true,
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
  'computer-use-2025-01-24': true,
  'computer-use-2025-11-24': true,
  'compact-2026-01-12': true,
  'thinking-binding-controls-2026-08-01': true,
  'thinking-display-updates-2026-08-18': true,
  'dangerous-tool-use-2026-09-03': true,
} as const

/** Betas of Bedrock's InvokeModel. */
export const invokeBetas: Platform['betas'] = {
  ...everywhere,
  'effort-2025-11-24': true,
  'fine-grained-tool-streaming-2025-05-14': true,
  'mid-conversation-system-2026-07-01': true,
  'mid-conversation-tools-2026-07-01': true,
  'claude-code-20250219': true,
}

/** Betas of Vertex. */
export const rawPredictBetas: Platform['betas'] = {
  ...everywhere,
  'per-turn-control-2026-07-01': true,
  'web-search-2025-03-05': true,
  'claude-code-20250219': true,
}
