import type { Gateway } from './profile.ts'

/** LiteLLM: all directions. */
export const litellm: Gateway = {
  profile: { name: 'litellm', version: '1.108.7', tried: true, gateway: 'http://127.0.0.1:4000', key: 'sk-tongues' },
  config: (upstream, port) => `# pip install 'litellm[proxy]==1.108.7'
# LITELLM_LOCAL_MODEL_COST_MAP=True litellm --config litellm.yaml --port ${port}    (without the variable its start fetches a table of prices)
model_list:
  - { model_name: claude-sonnet-4-5, litellm_params: { model: anthropic/claude-sonnet-4-5, api_base: '${upstream}', api_key: k } }
  - { model_name: gpt-5, litellm_params: { model: openai/responses/gpt-5, api_base: '${upstream}/v1', api_key: k } }
  - { model_name: gpt-4.1, litellm_params: { model: openai/gpt-4.1, api_base: '${upstream}/v1', api_key: k } }
  - { model_name: gemini-3-pro-preview, litellm_params: { model: gemini/gemini-3-pro-preview, api_base: '${upstream}/v1beta', api_key: k } }
router_settings: { num_retries: 0, disable_cooldowns: true }
general_settings: { master_key: sk-tongues }
`,
}
