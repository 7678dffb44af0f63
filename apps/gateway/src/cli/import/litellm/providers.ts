/** Provider of LiteLLM as a channel. */
export interface Provider {
  readonly format: string
  /** Address. Absent: the source must have one. */
  readonly baseUrl?: string
  /** Variable in which LiteLLM looks for the key. Absent: none is needed. */
  readonly env?: string
  /** Dialect of servers whose host does not say it. Absent: by the host. */
  readonly dialect?: string
  /** Models that `provider/*` stands for. Absent: all. */
  readonly models?: readonly string[]
}

const chat = (baseUrl: string, env: string, models?: readonly string[]): Provider => ({
  format: 'openai-chat',
  baseUrl,
  env,
  ...(models && { models }),
})

const openaiModels = ['gpt-*', 'o1*', 'o3*', 'o4*', 'chatgpt-*', 'text-embedding-*']

/** Providers that have a channel here, by LiteLLM's names. https://docs.litellm.ai/docs/providers */
export const providers: Readonly<Record<string, Provider>> = {
  openai: chat('https://api.openai.com/v1', 'OPENAI_API_KEY', openaiModels),
  text_completion_openai: chat('https://api.openai.com/v1', 'OPENAI_API_KEY', openaiModels),
  anthropic: { format: 'anthropic', baseUrl: 'https://api.anthropic.com', env: 'ANTHROPIC_API_KEY', models: ['claude-*'] },
  gemini: {
    format: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    env: 'GEMINI_API_KEY',
    models: ['gemini-*', 'gemma-*'],
  },
  groq: chat('https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  mistral: chat('https://api.mistral.ai/v1', 'MISTRAL_API_KEY', ['mistral-*', 'ministral-*', 'magistral-*', 'codestral-*', 'devstral-*']),
  codestral: chat('https://codestral.mistral.ai/v1', 'CODESTRAL_API_KEY', ['codestral-*']),
  deepseek: chat('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', ['deepseek-*']),
  openrouter: chat('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  together_ai: chat('https://api.together.xyz/v1', 'TOGETHERAI_API_KEY'),
  fireworks_ai: chat('https://api.fireworks.ai/inference/v1', 'FIREWORKS_AI_API_KEY'),
  xai: chat('https://api.x.ai/v1', 'XAI_API_KEY', ['grok-*']),
  cerebras: chat('https://api.cerebras.ai/v1', 'CEREBRAS_API_KEY'),
  nvidia_nim: chat('https://integrate.api.nvidia.com/v1', 'NVIDIA_NIM_API_KEY'),
  perplexity: chat('https://api.perplexity.ai', 'PERPLEXITYAI_API_KEY', ['sonar*']),
  moonshot: chat('https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY', ['kimi-*', 'moonshot-*']),
  zai: chat('https://api.z.ai/api/paas/v4', 'ZAI_API_KEY', ['glm-*']),
  minimax: chat('https://api.minimax.io/v1', 'MINIMAX_API_KEY'),
  dashscope: chat('https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY', ['qwen*', 'qwq-*']),
  sambanova: chat('https://api.sambanova.ai/v1', 'SAMBANOVA_API_KEY'),
  deepinfra: chat('https://api.deepinfra.com/v1/openai', 'DEEPINFRA_API_KEY'),
  github: chat('https://models.github.ai/inference', 'GITHUB_API_KEY'),
  ollama: { format: 'openai-chat', baseUrl: 'http://127.0.0.1:11434/v1', dialect: 'ollama' },
  ollama_chat: { format: 'openai-chat', baseUrl: 'http://127.0.0.1:11434/v1', dialect: 'ollama' },
  hosted_vllm: { format: 'openai-chat', dialect: 'vllm' },
  vllm: { format: 'openai-chat', dialect: 'vllm' },
  lm_studio: { format: 'openai-chat', baseUrl: 'http://127.0.0.1:1234/v1', dialect: 'lmstudio' },
  llamafile: { format: 'openai-chat', baseUrl: 'http://127.0.0.1:8080/v1', dialect: 'llamacpp' },
  litellm_proxy: { format: 'openai-chat' },
  openai_like: { format: 'openai-chat' },
  custom_openai: { format: 'openai-chat' },
}

/** Reasons for providers without a channel. */
export const withoutChannel: Readonly<Record<string, string>> = {
  bedrock:
    'Amazon Bedrock is asked by signed requests: write a channel by hand (docs/guide/channels.md), or ask its OpenAI-compatible address',
  bedrock_converse: 'Amazon Bedrock is asked by signed requests: write a channel by hand (docs/guide/channels.md)',
  vertex_ai:
    'Vertex AI takes short-lived tokens: a channel of contents with dialect: { server: vertex } wants one in apiKeyEnv or apiKeyFile',
  vertex_ai_beta:
    'Vertex AI takes short-lived tokens: a channel of contents with dialect: { server: vertex } wants one in apiKeyEnv or apiKeyFile',
  sagemaker: 'Amazon SageMaker has no channel here',
  watsonx: 'watsonx has no channel here',
  cohere:
    "Cohere's own format has no channel here; its OpenAI-compatible address https://api.cohere.ai/compatibility/v1 has (format: openai-chat)",
  cohere_chat:
    "Cohere's own format has no channel here; its OpenAI-compatible address https://api.cohere.ai/compatibility/v1 has (format: openai-chat)",
  huggingface: 'the Hugging Face router is OpenAI-compatible: a channel of chat at https://router.huggingface.co/v1',
  databricks: 'Databricks has no channel here',
  replicate: 'Replicate has no channel here',
  elevenlabs: 'speech is not served',
  deepgram: 'transcription is not served',
}
